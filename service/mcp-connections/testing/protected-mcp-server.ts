import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { createPublicFetch, type PublicFetch } from "../../core/http/public-fetch";

/** A client the authorization server knows. */
export const staticClient = { id: "crm-client", secret: "test-only-client-secret" };

export interface ProtectedMcpServer {
  /** URL of the MCP server. */
  url: string;
  issuer: string;
  /** Tokens the MCP server accepted, in order. */
  accepted: string[];
  /** Makes the MCP server reject the tokens issued so far. */
  rejectIssued(): void;
  /** Makes the authorization server answer requests for tokens with this until `undefined` is set. */
  answerTokenRequests(answer: ((response: ServerResponse) => void) | undefined): void;
  /** Revokes all grants, so that refresh tokens don't work. */
  revoke(): Promise<void>;
  /** Follows an authorization URL as a user who signs in and agrees. Returns the query of the redirect. */
  authorize(authorizationUrl: string): Promise<URLSearchParams>;
  stop(): Promise<void>;
}

/** Where the dashboard receives the responses of authorization servers. */
const redirectPath = "/api/mcp-callback";

/** Serves https at `localhost`. */
interface Tls {
  key: Buffer;
  cert: Buffer;
}

async function listen(tls: Tls | undefined) {
  const hostname = tls ? "localhost" : "127.0.0.1";
  const server = (tls ? createHttpsServer(tls) : createHttpServer()).listen(0, hostname);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { server, origin: `${tls ? "https" : "http"}://${hostname}:${port}` };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

/** An OAuth authorization server whose user always agrees. */
function createProvider(issuer: string, resource: string): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: staticClient.id,
        client_secret: staticClient.secret,
        redirect_uris: [`http://127.0.0.1:3000${redirectPath}`],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    scopes: ["crm:read", "offline_access"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    cookies: { keys: ["test-only-key"] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("offline_access crm:read");
      grant.addResourceScope(resource, "crm:read");
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: "crm:read", accessTokenTTL: 3_600, accessTokenFormat: "opaque" }),
      },
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => new URL(uri).pathname === redirectPath;
  return provider;
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Follows redirects with cookies until one leaves `issuer`. */
async function followRedirects({ send }: PublicFetch, issuer: string, first: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next = new URL(first);
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await send(next, { headers: { cookie } });
    for (const each of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (each.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${next.href} returned ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.origin !== issuer) return next.searchParams;
  }
  throw new Error("too many redirects");
}

/** A remote MCP server protected by a real OAuth authorization server, both on this machine. */
export async function startProtectedMcpServer(tls?: Tls): Promise<ProtectedMcpServer> {
  const authorization = await listen(tls);
  const mcp = await listen(tls);
  const url = `${mcp.origin}/mcp`;
  const provider = createProvider(authorization.origin, url);
  const browser = createPublicFetch({
    isPublic: () => true,
    insecure: true,
    ...(tls ? { ca: tls.cert.toString() } : {}),
  });
  const handle = provider.callback();
  authorization.server.on("request", async (request, response) => {
    if (tokenAnswer && request.url === "/token") return tokenAnswer(response);
    if (!request.url?.startsWith("/interaction/")) return void handle(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: "ada" } });
  });
  let tokenAnswer: ((response: ServerResponse) => void) | undefined;
  const issued = new Set<string>();
  const rejected = new Set<string>();
  const grants = new Set<string>();
  const accepted: string[] = [];
  provider.on("access_token.saved", (token) => {
    issued.add(token.jti);
    if (token.grantId) grants.add(token.grantId);
  });
  mcp.server.on("request", async (request, response) => {
    const body = await bodyOf(request);
    const metadata = `${mcp.origin}/.well-known/oauth-protected-resource/mcp`;
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      return reply(response, 200, {
        resource: url,
        authorization_servers: [authorization.origin],
        scopes_supported: ["crm:read", "offline_access"],
      });
    }
    const presented = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const token = rejected.has(presented) ? undefined : await provider.AccessToken.find(presented);
    if (token?.aud !== url) {
      return reply(
        response,
        401,
        { error: "unauthorized" },
        { "www-authenticate": `Bearer resource_metadata="${metadata}"` },
      );
    }
    accepted.push(presented);
    const { id, method } = JSON.parse(body);
    const result =
      method === "tools/list" ? { tools: [{ name: "search" }] } : { content: [{ type: "text", text: "3 customers" }] };
    return reply(response, 200, { jsonrpc: "2.0", id, result });
  });
  return {
    url,
    issuer: authorization.origin,
    accepted,
    rejectIssued() {
      for (const token of issued) rejected.add(token);
    },
    answerTokenRequests(answer) {
      tokenAnswer = answer;
    },
    async revoke() {
      for (const grant of grants) await (await provider.Grant.find(grant))?.destroy();
      for (const grant of grants) await provider.RefreshToken.revokeByGrantId(grant);
    },
    authorize: (authorizationUrl) => followRedirects(browser, authorization.origin, authorizationUrl),
    async stop() {
      for (const { server } of [authorization, mcp]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
