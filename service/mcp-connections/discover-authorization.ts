import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { PublicFetch } from "../core/http/public-fetch";

/** The authorization server of an MCP server, and what to request from it. */
export interface Discovered {
  authorizationServer: oauth.AuthorizationServer;
  /** Identifier of the protected resource, sent with every authorization and token request (RFC 8707). */
  resource: string;
  scopes: readonly string[];
}

/** The reason a server can't be connected, shown to the user. */
export class McpAuthorizationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "McpAuthorizationError";
  }
}

const ResourceMetadata = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).optional(),
  scopes_supported: z.array(z.string()).optional(),
});
type ResourceMetadata = z.output<typeof ResourceMetadata>;

const initializeBody = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "slipway", version: "1" } },
});

/** Options of `oauth4webapi` that send its requests through the checked fetch. */
export function requestOptions({ send, insecure }: PublicFetch) {
  return {
    [oauth.allowInsecureRequests]: insecure,
    [oauth.customFetch]: (
      url: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
    ) => {
      const content = typeof body === "string" || body instanceof URLSearchParams ? body : undefined;
      return send(new URL(url), { method, headers, body: content });
    },
  };
}

/** The metadata URL and scope of a `WWW-Authenticate` header (RFC 9728, section 5.1). */
function challengeOf(header: string): { metadata?: string; scope?: string } {
  const parameter = (name: string) => new RegExp(`\\b${name}="([^"]{1,2048})"`, "i").exec(header)?.[1];
  const metadata = parameter("resource_metadata");
  const scope = parameter("scope");
  return { ...(metadata ? { metadata } : {}), ...(scope ? { scope } : {}) };
}

/** A resource's metadata applies to the server if the server's URL is at or below it. */
function covers(resource: string, server: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname } = new URL(resource);
  const folder = pathname.endsWith("/") ? pathname : `${pathname}/`;
  return origin === server.origin && `${server.pathname}/`.startsWith(folder);
}

async function readMetadata(fetch: PublicFetch, url: URL, server: URL): Promise<ResourceMetadata | undefined> {
  const response = await fetch.send(url, { headers: { accept: "application/json" } });
  if (!response.ok) return undefined;
  const metadata = ResourceMetadata.safeParse(await response.json().catch(() => undefined));
  if (!metadata.success) return undefined;
  if (covers(metadata.data.resource, server)) return metadata.data;
  throw new McpAuthorizationError("the server's resource metadata is for another server");
}

function metadataUrls(server: URL, challenged: string | undefined): URL[] {
  const wellKnown = "/.well-known/oauth-protected-resource";
  const urls = challenged !== undefined && URL.canParse(challenged) ? [new URL(challenged)] : [];
  if (server.pathname !== "/") urls.push(new URL(`${wellKnown}${server.pathname}`, server));
  return [...urls, new URL(wellKnown, server)];
}

async function authorizationServer(fetch: PublicFetch, issuer: URL): Promise<oauth.AuthorizationServer> {
  for (const algorithm of ["oauth2", "oidc"] as const) {
    const response = await oauth.discoveryRequest(issuer, { algorithm, ...requestOptions(fetch) });
    if (response.status === 200) return oauth.processDiscoveryResponse(issuer, response);
  }
  throw new McpAuthorizationError(`the authorization server ${issuer.origin} doesn't publish metadata`);
}

/**
 * Finds the authorization server of an MCP server: its `WWW-Authenticate` challenge or well-known resource metadata (RFC 9728),
 * then the authorization server's metadata (RFC 8414). Throws {@link McpAuthorizationError}.
 */
export async function discoverAuthorization(fetch: PublicFetch, server: URL): Promise<Discovered> {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const probed = await fetch.send(server, { method: "POST", headers, body: initializeBody });
  if (probed.ok) throw new McpAuthorizationError("the server doesn't require authorization");
  const challenge = challengeOf(probed.headers.get("www-authenticate") ?? "");
  let metadata: ResourceMetadata | undefined;
  for (const url of metadataUrls(server, challenge.metadata)) metadata ??= await readMetadata(fetch, url, server);
  const issuer = metadata?.authorization_servers?.[0] ?? server.origin;
  if (!URL.canParse(issuer)) throw new McpAuthorizationError("the authorization server's URL is invalid");
  const found = await authorizationServer(fetch, new URL(issuer));
  if (!found.code_challenge_methods_supported?.includes("S256")) {
    throw new McpAuthorizationError("the authorization server doesn't support PKCE with S256");
  }
  return {
    authorizationServer: found,
    resource: metadata?.resource ?? server.href,
    scopes: challenge.scope?.split(" ").filter(Boolean) ?? metadata?.scopes_supported ?? [],
  };
}
