import { createHash } from "node:crypto";
import type { TokenEndpointResponse } from "oauth4webapi";
import { z } from "zod";
import type { PublicFetch } from "../core/http/public-fetch";
import { OAuthClient, StoredServer } from "./oauth-client";

export interface WithMcpFetch {
  /** Requests to MCP servers and their authorization servers. */
  mcpFetch: PublicFetch;
}

const Subject = z.object({
  client: OAuthClient,
  server: StoredServer,
  /** The protected resource the tokens are for. */
  resource: z.string(),
});

/** The encrypted data of an authorization in progress. */
export const AuthorizationSecrets = Subject.extend({
  url: z.string(),
  clientId: z.string(),
  verifier: z.string(),
  redirectUrl: z.string(),
});

/** The encrypted data of a connection. */
export const ConnectionSecrets = Subject.extend({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Unix milliseconds; absent if not reported by the authorization server. */
  expiresAt: z.number().optional(),
});
export type ConnectionSecrets = z.output<typeof ConnectionSecrets>;

/** The tokens in a response. Keeps the previous refresh token if there is no new one. */
export function readTokens(
  { access_token, refresh_token, expires_in }: TokenEndpointResponse,
  now: number,
  former?: string,
): Pick<ConnectionSecrets, "accessToken" | "refreshToken" | "expiresAt"> {
  const refreshToken = refresh_token ?? former;
  return {
    accessToken: access_token,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(expires_in === undefined ? {} : { expiresAt: now + expires_in * 1_000 }),
  };
}

/** Servers are compared by their normalized URL. */
export function normalizedUrl(url: string): string {
  return new URL(url).href;
}

export function stateHash(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
