import type { Context } from "../../core/context";
import { publishedKeys } from "./service-keys";

const root = "/v1/repohost";

/** The `iss` of tokens signed by this service. */
export function issuerOf({ settings }: Pick<Context, "settings">): string {
  return `${settings.servicePublicUrl}${root}`;
}

/** Serves the two public endpoints for apps to discover this service's signing keys. */
export async function serveKeys(context: Context, request: Request, rawPath: string): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  if (rawPath === `${root}/keys`) {
    const headers = { "cache-control": "public, max-age=600, stale-if-error=600" };
    return Response.json(await publishedKeys(context), { headers });
  }
  if (rawPath !== `${root}/.well-known/openid-configuration`) return undefined;
  const issuer = issuerOf(context);
  return Response.json({
    issuer,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["EdDSA"],
  });
}
