import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { systemClock } from "@/lib/core/clock";
import type { BucketSettings } from "@/lib/core/settings/settings";
import { sleep } from "@/lib/core/sleep";
import type { ArtifactStore } from "./storage";

/** The bucket couldn't be read or written. The message has neither its address nor its credentials. */
export class BucketError extends Error {
  constructor(
    action: string,
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super(`couldn't ${action} the artifact bucket: ${status === undefined ? "no connection" : `status ${status}`}`, {
      cause,
    });
    this.name = "BucketError";
  }
}

const attempts = 3;
const retryDelayMs = 500;
/** Long enough for the largest artifact, 100 MB. */
const timeoutMs = 10 * 60_000;
const listBytes = 4 * 1024 * 1024;
const prefix = "artifacts/";

interface BucketRequest {
  headers?: Readonly<Record<string, string>>;
  body?: () => ReadableStream<Uint8Array>;
}

/** Sends a signed request, again after server errors and lost connections. Throws {@link BucketError} for other statuses than 2xx and 404. */
function createBucketClient({ url, accessKeyId, secretAccessKey, region }: BucketSettings) {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  return async function send(
    action: string,
    method: string,
    path: string,
    { headers = {}, body }: BucketRequest = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      let response: Response | undefined;
      let problem: unknown;
      try {
        const signed = await aws.sign(`${url}${path}`, { method, headers: { ...headers } });
        response = await fetch(signed.url, {
          method,
          headers: signed.headers,
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
          ...(body ? { body: body(), duplex: "half" } : {}),
        });
      } catch (error) {
        problem = error;
      }
      if (response?.ok || response?.status === 404) return response;
      await response?.body?.cancel();
      const isTemporary = response === undefined || response.status >= 500 || response.status === 429;
      if (!isTemporary || attempt === attempts) throw new BucketError(action, response?.status, problem);
      await sleep(systemClock, retryDelayMs * attempt);
    }
  };
}

const textOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]{0,2000})</${tag}>`).exec(xml)?.[1];
const decode = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
    name === "amp" ? "&" : name === "lt" ? "<" : name === "gt" ? ">" : name === "quot" ? '"' : "'",
  );

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > listBytes) throw new BucketError("list", response.status);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const isDigest = (name: string) => /^[0-9a-f]{64}$/.test(name);

/** Stores contents in an S3-compatible bucket, under `artifacts/<agent>/<digest>`. `stagingDir` is an agent's local folder. */
export function createBucketStore(bucket: BucketSettings, stagingDir: (agentId: string) => string): ArtifactStore {
  const send = createBucketClient(bucket);
  const pathOf = (agentId: string, digest: string) => `/${prefix}${encodeURIComponent(agentId)}/${digest}`;

  /** Keys and sizes of the objects below a prefix, in pages of 1,000. */
  async function* objects(below: string): AsyncGenerator<{ key: string; size: number }> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: below });
      if (token) query.set("continuation-token", token);
      const response = await send("list", "GET", `?${query}`);
      if (!response.ok) throw new BucketError("list", response.status);
      const xml = await boundedText(response);
      for (const part of xml.split("<Contents>").slice(1)) {
        yield { key: decode(textOf(part, "Key") ?? ""), size: Number(textOf(part, "Size") ?? 0) };
      }
      const next = textOf(xml, "NextContinuationToken");
      token = next === undefined ? undefined : decode(next);
    } while (token);
  }

  async function list(agentId: string): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { key, size } of objects(`${prefix}${agentId}/`)) {
      const name = key.slice(key.lastIndexOf("/") + 1);
      if (isDigest(name)) sizes.set(name, size);
    }
    return sizes;
  }

  async function upload(agentId: string, digest: string): Promise<void> {
    const file = join(stagingDir(agentId), digest);
    const { size } = await stat(file);
    const response = await send("write to", "PUT", pathOf(agentId, digest), {
      // The server checks the content against its digest.
      headers: { "content-length": String(size), "x-amz-content-sha256": digest },
      body: () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
    });
    if (!response.ok) throw new BucketError("write to", response.status);
    await response.body?.cancel();
    await rm(file);
  }

  async function remove(agentId: string, digest: string): Promise<void> {
    const response = await send("delete from", "DELETE", pathOf(agentId, digest));
    await response.body?.cancel();
  }

  return {
    list,
    async put(agentId, digests) {
      const staged = new Set(await readdir(stagingDir(agentId)).catch(() => []));
      const stored = digests.length > 1 ? await list(agentId) : new Map<string, number>();
      for (const digest of new Set(digests)) {
        if (!staged.has(digest)) continue;
        if (stored.has(digest)) await rm(join(stagingDir(agentId), digest));
        else await upload(agentId, digest);
      }
    },
    async open(agentId, digest) {
      const head = await send("read", "HEAD", pathOf(agentId, digest));
      if (!head.ok) return undefined;
      return {
        size: Number(head.headers.get("content-length")),
        async read(start, end) {
          const range = { range: `bytes=${start}-${end}` };
          const response = await send("read", "GET", pathOf(agentId, digest), { headers: range });
          if (!response.ok || !response.body) throw new BucketError("read", response.status);
          return response.body;
        },
        close: async () => {},
      };
    },
    async sweep(agentId, keep) {
      for (const digest of (await list(agentId)).keys()) if (!keep.has(digest)) await remove(agentId, digest);
      await rm(stagingDir(agentId), { recursive: true, force: true });
    },
    async agents() {
      const found = new Set<string>();
      for await (const { key } of objects(prefix)) found.add(key.split("/")[1] ?? "");
      return [...found];
    },
  };
}
