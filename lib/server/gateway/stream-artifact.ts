import { downloadArtifact } from "@/lib/contract/agents/download-artifact";
import { callPath } from "@/lib/contract/client-path";
import { guardDownload } from "@/lib/core/http/guard-stream";
import { deliveryOf, fileName, isHtml, pathProblem } from "@/lib/model/artifacts/delivery";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { deadline, requestTimeoutMs } from "@/lib/server/upstream/client/upstream-request";
import { type ApiError, errorResponse } from "./api-error";

export const artifactForms = ["inline", "text", "save", "page"] as const;
export type ArtifactForm = (typeof artifactForms)[number];

export interface ArtifactRequest {
  service: Service;
  user: Acting["user"];
  /** The service's public origin, and the one the dashboard uses to fetch links. */
  origins: { published: string; reached: string };
  agentId: string;
  path: string;
  /** `save`: as a download. `text`: always as plain text. `page`: an HTML file as a page without scripts. */
  as: ArtifactForm;
  /** Whether the user is still signed in. */
  isAuthorized(): Promise<boolean>;
  request: Request;
  requestId: string;
}

const forwardedHeaders = ["range", "if-range"];
const relayedHeaders = ["content-length", "content-range", "etag", "last-modified"];

/**
 * The content security policy of an artifact, which blocks scripts. PDF viewers don't work in a sandbox, so PDF files use
 * the browser's viewer, which is isolated from the dashboard's pages.
 */
function policyOf(contentType: string): string {
  const shown =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'self'";
  if (contentType === "application/pdf") return `${shown}; object-src 'self'`;
  return contentType === pageType ? pagePolicy : `${shown}; sandbox`;
}

const pageType = "text/html; charset=utf-8";
/** An HTML file runs no scripts, has an opaque origin, and loads nothing: requests could carry data out. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";

const quoted = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Lone surrogates, which names from JSON can contain, aren't valid in a header. */
const wellFormed = (name: string) => Buffer.from(name, "utf8").toString("utf8");

/** The link's URL as reachable from the dashboard; undefined for a URL that must not be called. */
function reachable(link: string, { published, reached }: ArtifactRequest["origins"]): URL | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if ((url.protocol !== "https:" && url.protocol !== "http:") || url.username || url.password) return undefined;
  return url.origin === published ? new URL(`${reached}${url.pathname}${url.search}`) : url;
}

/** Streams an artifact through the dashboard from a new link. Supports ranges, and prevents scripts from running. */
export async function streamArtifact(call: ArtifactRequest): Promise<Response> {
  const { service, agentId, path, as, request, requestId } = call;
  const fail = (error: ApiError) => errorResponse("agents", error, requestId);
  const problem = pathProblem(path);
  if (problem) return fail({ status: 400, code: "validation_error", message: `path: ${problem}`, field: "path" });
  let response: Response;
  try {
    const link = await callWith(service, downloadArtifact, {
      path: callPath(downloadArtifact, { id: agentId }, { path }),
      acting: { user: call.user },
      signal: request.signal,
      requestId,
    });
    const url = reachable(link.url, call.origins);
    if (!url)
      return fail({
        status: 502,
        code: "upstream_malformed",
        message: "The service returned an invalid artifact URL.",
      });
    response = await follow(call, url);
  } catch (error) {
    if (request.signal.aborted) return new Response(null, { status: 499 });
    if (error instanceof UpstreamError) return fail(error);
    return fail({ status: 502, code: "storage_unreachable", message: "Couldn't reach the artifact storage." });
  }
  if (![200, 206, 416].includes(response.status)) {
    await response.body?.cancel();
    const notFound = response.status === 404;
    const message = notFound ? "Artifact not found." : `The artifact storage responded with ${response.status}.`;
    return fail({ status: notFound ? 404 : 502, code: notFound ? "artifact_not_found" : "storage_error", message });
  }
  const answer = { status: response.status, headers: headersOf(response, path, as, requestId) };
  if (request.method === "HEAD" || !response.body) return new Response(null, answer);
  return new Response(guardDownload(response.body, { clock: service.clock, isAuthorized: call.isAuthorized }), answer);
}

/** Fetches without a key, because the link itself grants access. Rejects redirects. */
async function follow({ service, request }: ArtifactRequest, url: URL): Promise<Response> {
  const headers = new Headers({ "accept-encoding": "identity" });
  for (const name of forwardedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const limit = deadline(service.clock, requestTimeoutMs);
  try {
    return await fetch(url, {
      method: request.method === "HEAD" ? "HEAD" : "GET",
      headers,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([request.signal, limit.signal]),
    });
  } finally {
    limit.cancel();
  }
}

function headersOf(response: Response, path: string, as: ArtifactRequest["as"], requestId: string): Headers {
  const { kind, contentType } = deliveryOf(path);
  const isPage = as === "page" && isHtml(path);
  const shown = isPage ? pageType : as === "text" ? "text/plain; charset=utf-8" : contentType;
  const disposition = as === "save" || (as === "inline" && kind === "none") ? "attachment" : "inline";
  const headers = new Headers({
    "content-type": as === "save" ? "application/octet-stream" : shown,
    "content-disposition": `${disposition}; filename*=UTF-8''${quoted(wellFormed(fileName(path)))}`,
    "content-security-policy": policyOf(as === "save" ? "" : shown),
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "cache-control": "private, no-store",
    "accept-ranges": "bytes",
    "x-request-id": requestId,
  });
  // If the response was compressed anyway, fetch decompressed it, so its length no longer applies.
  const unpacked = response.headers.has("content-encoding");
  for (const name of relayedHeaders) {
    const value = response.headers.get(name);
    if (value !== null && !(unpacked && name === "content-length")) headers.set(name, value);
  }
  return headers;
}
