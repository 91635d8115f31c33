import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { reservedSlugs } from "@/lib/contract/hosting/repo";

export type PackService = "git-upload-pack" | "git-receive-pack";

export interface SmartHttpRequest {
  ownerSlug: string;
  repoName: string;
  /** The requested resource: reference advertisement, a pack service, Git LFS, or a file of the dumb protocol. */
  endpoint: "info/refs" | PackService | "lfs" | "dumb";
}

const servicePath = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;
const dumbPath = /^\/([^/]+)\/([^/]+)\.git(?:\/.*)?$/;
const lfsPath = /\.git\/info\/lfs(?:\/|$)/;
/** Earlier URLs of repositories are `/git/<owner>/<name>.git` (contract, section 2.6). */
const legacy = /^\/git\//;
const notOwners = new Set([...reservedSlugs].filter((slug) => slug !== "_"));

function decode(raw: string): string | undefined {
  try {
    const text = decodeURIComponent(raw);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Parses the path of a git request; `undefined` for other paths. */
export function readSmartHttpPath(rawPath: string): SmartHttpRequest | undefined {
  const path = [servicePath, dumbPath].some((pattern) => pattern.test(rawPath))
    ? rawPath
    : rawPath.replace(legacy, "/");
  const service = servicePath.exec(path);
  const [, rawOwner = "", rawName = ""] = service ?? dumbPath.exec(path) ?? [];
  const ownerSlug = decode(rawOwner);
  const repoName = decode(rawName);
  if (!ownerSlug || !repoName || notOwners.has(ownerSlug.toLowerCase())) return undefined;
  const endpoint = service?.[3];
  switch (endpoint) {
    case "info/refs":
    case "git-upload-pack":
    case "git-receive-pack":
      return { ownerSlug, repoName, endpoint };
    default:
      return { ownerSlug, repoName, endpoint: lfsPath.test(path) ? "lfs" : "dumb" };
  }
}

const address = /^([^/\0]+)\/([^/\0]+?)(?:\.git)?$/;

/** The owner and repository in a path such as `owner/name.git`. */
export function repositoryAddress(path: string): { ownerSlug: string; repoName: string } | undefined {
  const [, ownerSlug = "", repoName = ""] = address.exec(path) ?? [];
  return ownerSlug && repoName && !notOwners.has(ownerSlug.toLowerCase()) ? { ownerSlug, repoName } : undefined;
}

const wellFormedProtocol = /^[0-9a-zA-Z]+=[0-9a-zA-Z]+(?::[0-9a-zA-Z]+(?:=[0-9a-zA-Z]+)?)*$/;

/** The `Git-Protocol` header if it is well formed, because it is passed to git's environment. */
export function parseGitProtocol(header: string | null): string | undefined {
  const sent = header ?? "";
  return sent.length <= 200 && wellFormedProtocol.test(sent) ? sent : undefined;
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    reader.releaseLock();
  }
}

/** The request body, decompressed if needed; `undefined` for an unsupported encoding. */
export function inflatedBody(request: Request): Readable | undefined {
  const source = request.body ? Readable.from(chunksOf(request.body)) : Readable.from([]);
  const encoding = request.headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding === "identity") return source;
  if (encoding !== "gzip" && encoding !== "x-gzip") return undefined;
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}
