import { eq } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { mcpConnections } from "../core/store/tables/mcp-connections";
import { RunFailure } from "../runner/run-failure";
import { agentMcpServers, findConnections } from "./connected-servers";
import { requestOptions } from "./discover-authorization";
import { ConnectionSecrets, readTokens, type WithMcpFetch } from "./mcp-secrets";
import { clientAuthentication } from "./oauth-client";

/** Tokens are refreshed this long before they expire. */
const marginMs = 60_000;

/** The connection has no refresh token. */
class RevokedError extends Error {}

function notConnected(name: string, detail: string): RunFailure {
  return new RunFailure("mcp_not_connected", `MCP server "${name}" ${detail}. Connect it, then send a follow-up`);
}

async function refreshed({ mcpFetch, clock }: Context & WithMcpFetch, secrets: ConnectionSecrets) {
  const { client, server, resource, refreshToken = "" } = secrets;
  const response = await oauth.refreshTokenGrantRequest(
    server,
    { client_id: client.id },
    clientAuthentication(client, server),
    refreshToken,
    { additionalParameters: { resource }, ...requestOptions(mcpFetch) },
  );
  const tokens = await oauth.processRefreshTokenResponse(server, { client_id: client.id }, response);
  return { client, server, resource, ...readTokens(tokens, clock.now(), refreshToken) };
}

/**
 * The access token of a run's MCP server, refreshed if it expired or is the one the server `rejected`. Concurrent calls refresh
 * once, because a refresh token can be valid once. A connection whose refresh token is rejected is deleted. Throws {@link RunFailure} `mcp_not_connected`.
 */
export async function mcpAccessToken(
  context: Context & WithMcpFetch,
  agent: AgentRow,
  { runId, server: name, rejected }: { runId: string; server: string; rejected?: string | undefined },
): Promise<string> {
  const { db, cipher, clock, log } = context;
  const servers = await agentMcpServers(context, agent, runId);
  const found = (await findConnections(context, agent, servers)).find(({ server }) => server.name === name);
  const connectionId = found?.connectionId;
  if (connectionId === undefined) throw notConnected(name, "isn't connected");
  const outcome = await db.transaction(async (tx): Promise<{ token: string } | { problem: string }> => {
    const isConnection = eq(mcpConnections.id, connectionId);
    const [row] = await tx.select().from(mcpConnections).where(isConnection).for("update");
    if (!row) return { problem: "isn't connected" };
    const secrets = ConnectionSecrets.parse(cipher.open(row.secrets));
    const { accessToken, expiresAt = Number.POSITIVE_INFINITY, refreshToken } = secrets;
    if (expiresAt - marginMs > clock.now() && accessToken !== rejected) return { token: accessToken };
    try {
      if (refreshToken === undefined) throw new RevokedError();
      const next = await refreshed(context, secrets);
      await tx
        .update(mcpConnections)
        .set({ secrets: cipher.seal(next), updatedAt: clock.now() })
        .where(isConnection);
      return { token: next.accessToken };
    } catch (error) {
      log.info({ err: error, connectionId }, "couldn't refresh the token of an MCP server");
      if (!(error instanceof RevokedError || error instanceof oauth.ResponseBodyError)) {
        return { problem: "isn't connected: couldn't refresh the access token" };
      }
      await tx.delete(mcpConnections).where(isConnection);
      return { problem: "isn't connected: access expired or was revoked" };
    }
  });
  if ("problem" in outcome) throw notConnected(name, outcome.problem);
  return outcome.token;
}
