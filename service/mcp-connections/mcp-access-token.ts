import { eq } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { RunFailure } from "@/runner/limits/run-failure";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { mcpConnections } from "../core/store/tables/mcp-connections";
import { agentMcpServers, findConnections } from "./connected-servers";
import { requestOptions } from "./discover-authorization";
import { ConnectionSecrets, readTokens, type WithMcpFetch } from "./mcp-secrets";
import { clientAuthentication } from "./oauth-client";
import { createRefreshes, isRejectedGrant, refreshMarginMs } from "./refresh-once";

/** The connection has no refresh token. */
class RevokedError extends Error {}

type Outcome = { token: string } | { problem: string };
const refreshOnce = createRefreshes<Outcome>();

function notConnected(name: string, detail: string): RunFailure {
  return new RunFailure("mcp_not_connected", `MCP server "${name}" ${detail}`);
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
  const isConnection = eq(mcpConnections.id, connectionId);
  const open = (row: Pick<typeof mcpConnections.$inferSelect, "secrets">) =>
    ConnectionSecrets.parse(cipher.open(row.secrets));
  const isValid = ({ accessToken, expiresAt = Number.POSITIVE_INFINITY }: ConnectionSecrets) =>
    expiresAt - refreshMarginMs > clock.now() && accessToken !== rejected;
  const [stored] = await db.select().from(mcpConnections).where(isConnection);
  if (!stored) throw notConnected(name, "isn't connected");
  const current = open(stored);
  if (isValid(current)) return current.accessToken;
  const outcome = await refreshOnce({ id: connectionId, owner: stored.owner }, () =>
    db.transaction(async (tx): Promise<Outcome> => {
      const [row] = await tx.select().from(mcpConnections).where(isConnection).for("update");
      if (!row) return { problem: "isn't connected" };
      const secrets = open(row);
      if (isValid(secrets)) return { token: secrets.accessToken };
      try {
        if (secrets.refreshToken === undefined) throw new RevokedError();
        const next = await refreshed(context, secrets);
        await tx
          .update(mcpConnections)
          .set({ secrets: cipher.seal(next), updatedAt: clock.now() })
          .where(isConnection);
        return { token: next.accessToken };
      } catch (error) {
        log.info({ err: error, connectionId }, "couldn't refresh the token of an MCP server");
        if (!(error instanceof RevokedError || isRejectedGrant(error))) {
          return { problem: "isn't connected: couldn't refresh the access token" };
        }
        await tx.delete(mcpConnections).where(isConnection);
        return { problem: "isn't connected: access expired or was revoked" };
      }
    }),
  );
  if ("problem" in outcome) throw notConnected(name, outcome.problem);
  return outcome.token;
}
