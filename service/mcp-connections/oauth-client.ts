import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { McpOAuth } from "@/lib/contract/agents/mcp-server";
import type { PublicFetch } from "../core/http/public-fetch";
import { McpAuthorizationError, requestOptions } from "./discover-authorization";

/** An OAuth client as stored with a connection. */
export const OAuthClient = z.object({ id: z.string(), secret: z.string().optional() });
export type OAuthClient = z.output<typeof OAuthClient>;

/** The metadata of an authorization server that later requests need. */
export const StoredServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type StoredServer = z.output<typeof StoredServer>;

/** How the client authenticates at the token endpoint: with its secret, if it has one. */
export function clientAuthentication({ secret }: OAuthClient, server: StoredServer): oauth.ClientAuth {
  if (secret === undefined) return oauth.None();
  const supported = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return supported.includes("client_secret_basic") ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

/**
 * The client of a server's `auth`, or one registered for this redirect (RFC 7591). Throws {@link McpAuthorizationError} if the
 * authorization server doesn't register clients.
 */
export async function resolveClient(
  fetch: PublicFetch,
  server: oauth.AuthorizationServer,
  { auth, redirectUrl, scope }: { auth: McpOAuth | undefined; redirectUrl: string; scope: string | undefined },
): Promise<OAuthClient> {
  if (auth) return { id: auth.CLIENT_ID, ...(auth.CLIENT_SECRET ? { secret: auth.CLIENT_SECRET } : {}) };
  if (server.registration_endpoint === undefined) {
    throw new McpAuthorizationError("the authorization server doesn't support client registration; enter a client ID");
  }
  const response = await oauth.dynamicClientRegistrationRequest(
    server,
    {
      client_name: "Slipway",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...(scope === undefined ? {} : { scope }),
    },
    requestOptions(fetch),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(response);
  return {
    id: client.client_id,
    ...(typeof client.client_secret === "string" ? { secret: client.client_secret } : {}),
  };
}
