import { count, eq, lt } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import type { McpOAuth } from "@/lib/contract/agents/mcp-server";
import { startMcpConnection } from "@/lib/contract/agents/start-mcp-connection";
import { isoTime } from "@/lib/core/clock";
import { findAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { ApiError, apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import type { Principal } from "../core/principal";
import { mcpAuthorizations } from "../core/store/tables/mcp-connections";
import { agentMcpServers } from "./connected-servers";
import { agentConnectionOwner, type ConnectionOwner, callerOwner } from "./connection-owner";
import { discoverAuthorization } from "./discover-authorization";
import { explainFailure } from "./explain-failure";
import { type AuthorizationSecrets, normalizedUrl, stateHash, type WithMcpFetch } from "./mcp-secrets";
import { resolveClient } from "./oauth-client";

const lifetimeMs = 10 * 60_000;
/** Unfinished authorizations of one owner. */
const maxPending = 50;

interface Target extends ConnectionOwner {
  url: string;
  auth: McpOAuth | undefined;
}

/** The server to connect: the one in the body, or an agent's, whose client secret callers can't read. */
async function targetOf(
  context: Context,
  principal: Principal,
  { url, auth, agentServer }: { url?: string; auth?: McpOAuth; agentServer?: { agentId: string; name: string } },
): Promise<Target> {
  if (!agentServer) return { ...callerOwner(principal), url: url ?? "", auth };
  const agent = await findAgent(context, principal, agentServer.agentId);
  const owner = agentConnectionOwner(agent);
  if (owner.owner !== callerOwner(principal).owner) {
    throw apiError.agents(403, "role_forbidden", "Only the agent's owner can connect its MCP servers");
  }
  const server = (await agentMcpServers(context, agent)).find(({ name }) => name === agentServer.name);
  if (server?.url === undefined) throw apiError.field("agentServer.name", `MCP server ${agentServer.name} not found`);
  return { ...owner, url: server.url, auth: server.auth };
}

async function authorization(context: Context & WithMcpFetch, { url, auth }: Target, redirectUrl: string) {
  const { mcpFetch } = context;
  const discovered = await discoverAuthorization(mcpFetch, new URL(url));
  const { authorizationServer: server, resource } = discovered;
  const scope = (auth?.scopes ?? discovered.scopes).join(" ") || undefined;
  const client = await resolveClient(mcpFetch, server, { auth, redirectUrl, scope });
  const endpoint = new URL(server.authorization_endpoint ?? "");
  oauth.checkProtocol(endpoint, !mcpFetch.insecure);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUrl,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource,
    ...(scope === undefined ? {} : { scope }),
  };
  for (const [name, value] of Object.entries(parameters)) endpoint.searchParams.set(name, value);
  const secrets = { client, server, resource, url: normalizedUrl(url), clientId: auth?.CLIENT_ID ?? "", verifier };
  return { authorizationUrl: endpoint.href, state, secrets: { ...secrets, redirectUrl } };
}

/** Discovers the server's authorization server, registers a client if needed, and returns where to send the user. */
export const startMcpConnectionOperation = implement(
  startMcpConnection,
  async ({ body, principal }, context: Context & WithMcpFetch) => {
    const { db, clock, cipher } = context;
    const target = await targetOf(context, principal, body);
    await db.delete(mcpAuthorizations).where(lt(mcpAuthorizations.expiresAt, clock.now()));
    const pending = await db
      .select({ count: count() })
      .from(mcpAuthorizations)
      .where(eq(mcpAuthorizations.owner, target.owner));
    if ((pending[0]?.count ?? 0) >= maxPending) {
      throw apiError.agents(429, "rate_limit_exceeded", "Too many unfinished connections. Try again in 10 minutes");
    }
    const started = await authorization(context, target, body.redirectUrl).catch((error: unknown) => {
      if (error instanceof ApiError) throw error;
      context.log.info({ err: error }, "couldn't start connecting an MCP server");
      throw explainFailure(error, new URL(target.url).host);
    });
    const { authorizationUrl, state, secrets } = started;
    const expiresAt = clock.now() + lifetimeMs;
    const sealed = cipher.seal(secrets satisfies typeof AuthorizationSecrets._input);
    const { teamId, owner } = target;
    await db
      .insert(mcpAuthorizations)
      .values({ stateHash: stateHash(state), teamId, owner, secrets: sealed, expiresAt });
    return { authorizationUrl, state, expiresAt: isoTime(expiresAt) };
  },
);
