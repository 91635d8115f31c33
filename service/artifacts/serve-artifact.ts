import { guardDownload } from "@/lib/core/http/guard-stream";
import { canSeeAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { ApiError } from "../core/http/api-error";
import { errorBody } from "../core/http/error-body";
import { holderPrincipal } from "../users/holder";
import type { ArtifactLink, WithArtifactLinks } from "./artifact-links";
import { byteRange } from "./byte-range";
import { deliveryOf } from "./content-type";
import { artifactStore } from "./storage";

function errorResponse(error: ApiError, requestId: string): Response {
  return Response.json(errorBody("agents", error, requestId), { status: error.status, headers: error.headers });
}

/** Serves the artifact of a signed link. Returns `undefined` for other paths. */
export function createArtifactRoute(context: Pick<Context, "settings" | "db" | "clock"> & WithArtifactLinks) {
  async function canRead({ holder, agentId }: ArtifactLink): Promise<boolean> {
    const principal = await holderPrincipal(context, holder);
    return principal !== undefined && (await canSeeAgent(context, principal, agentId));
  }

  return async function serve(
    request: Request,
    rawPath: string,
    rawQuery: string,
    requestId: string,
  ): Promise<Response | undefined> {
    const ref = context.artifactLinks.read(rawPath, rawQuery);
    if (ref === undefined) return undefined;
    if (request.method !== "GET" && request.method !== "HEAD") {
      const allow = { allow: "GET, HEAD" };
      return errorResponse(new ApiError(405, "method_not_allowed", "Use GET", undefined, allow), requestId);
    }
    if (ref === "forged") return errorResponse(new ApiError(403, "invalid_signature", "Invalid link"), requestId);
    if (ref === "expired") return errorResponse(new ApiError(403, "link_expired", "The link has expired"), requestId);
    if (!(await canRead(ref))) {
      return errorResponse(new ApiError(403, "link_expired", "The link is no longer valid"), requestId);
    }
    const content = await artifactStore(context).open(ref.agentId, ref.digest);
    if (!content) return errorResponse(new ApiError(404, "artifact_not_found", "The artifact was deleted"), requestId);

    const { size } = content;
    const etag = `"${ref.digest}"`;
    const condition = request.headers.get("if-range");
    const rangeHeader = condition === null || condition === etag ? request.headers.get("range") : null;
    const range = request.method === "GET" ? byteRange(rangeHeader, size) : undefined;
    const { contentType, disposition } = deliveryOf(ref.path);
    const headers = {
      "content-type": contentType,
      "content-disposition": disposition,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
      etag,
    };
    if (range === "unsatisfiable") {
      await content.close();
      const error = new ApiError(416, "range_not_satisfiable", "Range not satisfiable", undefined, {
        "content-range": `bytes */${size}`,
      });
      return errorResponse(error, requestId);
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const length = { "content-length": String(end - start + 1) };
    if (request.method === "HEAD" || size === 0) {
      await content.close();
      return new Response(null, { headers: { ...headers, ...length } });
    }
    const { clock } = context;
    const body = guardDownload(await content.read(start, end), { clock, isAuthorized: () => canRead(ref) });
    if (!range) return new Response(body, { headers: { ...headers, ...length } });
    const part = { "content-range": `bytes ${start}-${end}/${size}` };
    return new Response(body, { status: 206, headers: { ...headers, ...length, ...part } });
  };
}
