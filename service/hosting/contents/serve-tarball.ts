import { guardDownload } from "@/lib/core/http/guard-stream";
import type { Context } from "../../core/context";
import { type ApiError, apiError } from "../../core/http/api-error";
import { errorBody } from "../../core/http/error-body";
import { fileBody } from "../../core/http/file-body";
import { hasScope } from "../../core/principal";
import { holderPrincipal } from "../../users/holder";
import { repositoryPermission } from "../access/repository-access";
import type { TarballLink } from "./tarball-links";
import type { WithTarballs } from "./tarball-store";

function errorResponse(error: ApiError, requestId: string): Response {
  return Response.json(errorBody("repohost", error, requestId), { status: error.status });
}

/** Serves an archive by its signed link. Returns `undefined` for other paths. */
export function createTarballRoute(context: Pick<Context, "db" | "clock"> & WithTarballs) {
  async function canRead({ holder, repositoryId }: TarballLink): Promise<boolean> {
    const principal = await holderPrincipal(context, holder);
    if (!principal || !hasScope(principal, "repository:contents:read")) return false;
    return (await repositoryPermission(context, principal, repositoryId)) !== "none";
  }

  return async function serve(
    request: Request,
    rawPath: string,
    rawQuery: string,
    requestId: string,
  ): Promise<Response | undefined> {
    const ref = context.tarballLinks.read(rawPath, rawQuery);
    if (ref === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
    if (ref === "forged") return errorResponse(apiError.repohost("PermissionDenied", "Invalid link"), requestId);
    if (ref === "expired")
      return errorResponse(apiError.repohost("PermissionDenied", "The link has expired"), requestId);
    if (!(await canRead(ref))) {
      return errorResponse(apiError.repohost("PermissionDenied", "The link is no longer valid"), requestId);
    }
    const file = await context.tarballs.open(ref);
    if (!file)
      return errorResponse(
        apiError.repohost("NotFound", "The archive is no longer stored. Request it again."),
        requestId,
      );
    const { size } = await file.stat();
    const headers = {
      "content-type": "application/gzip",
      "content-disposition": `attachment; filename="${ref.name}.tar.gz"`,
      "content-length": String(size),
      "cache-control": "private, no-cache",
    };
    if (request.method === "HEAD") {
      await file.close();
      return new Response(null, { headers });
    }
    const { clock } = context;
    const body = guardDownload(fileBody(file, 0, size - 1), { clock, isAuthorized: () => canRead(ref) });
    return new Response(body, { headers });
  };
}
