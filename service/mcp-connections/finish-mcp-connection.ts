import { and, eq } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { finishMcpConnection } from "@/lib/contract/agents/finish-mcp-connection";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { mcpAuthorizations, mcpConnections } from "../core/store/tables/mcp-connections";
import { connectionBody } from "./connection-body";
import { callerOwner } from "./connection-owner";
import { requestOptions } from "./discover-authorization";
import { explainFailure } from "./explain-failure";
import { AuthorizationSecrets, type ConnectionSecrets, readTokens, stateHash, type WithMcpFetch } from "./mcp-secrets";
import { clientAuthentication } from "./oauth-client";

type Pending = typeof AuthorizationSecrets._output;

async function requestTokens(
  { mcpFetch }: WithMcpFetch,
  { client: { id, secret }, server, verifier, redirectUrl, resource }: Pending,
  input: { state: string; response: Readonly<Record<string, string>> },
) {
  const client = { client_id: id };
  const response = new URLSearchParams({ ...input.response, state: input.state });
  const parameters = oauth.validateAuthResponse(server, client, response, input.state);
  const authentication = clientAuthentication({ id, secret }, server);
  const tokens = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUrl,
    verifier,
    { additionalParameters: { resource }, ...requestOptions(mcpFetch) },
  );
  return oauth.processAuthorizationCodeResponse(server, client, tokens);
}

/** Exchanges the code for tokens and stores the connection. A state works once, for the caller that received it. */
export const finishMcpConnectionOperation = implement(
  finishMcpConnection,
  async ({ body, principal }, context: Context & WithMcpFetch) => {
    const { db, clock, ids, cipher } = context;
    const { teamId, owner } = callerOwner(principal);
    const [row] = await db
      .delete(mcpAuthorizations)
      .where(
        and(
          eq(mcpAuthorizations.stateHash, stateHash(body.state)),
          eq(mcpAuthorizations.teamId, teamId),
          eq(mcpAuthorizations.owner, owner),
        ),
      )
      .returning();
    if (!row || row.expiresAt <= clock.now()) {
      throw apiError.agents(400, "mcp_authorization_failed", "Authorization expired. Connect again", "state");
    }
    const pending = AuthorizationSecrets.parse(cipher.open(row.secrets));
    const { client, server, resource, url, clientId } = pending;
    const tokens = await requestTokens(context, pending, body).catch((error: unknown) => {
      context.log.info({ err: error }, "couldn't finish connecting an MCP server");
      throw explainFailure(error, new URL(url).host);
    });
    const now = clock.now();
    const secrets: ConnectionSecrets = { client, server, resource, ...readTokens(tokens, now) };
    const changes = {
      issuer: server.issuer,
      scope: tokens.scope ?? null,
      secrets: cipher.seal(secrets),
      updatedAt: now,
    };
    const [connection] = await db
      .insert(mcpConnections)
      .values({ id: ids.typed("mcp"), teamId, owner, url, clientId, createdAt: now, ...changes })
      .onConflictDoUpdate({
        target: [mcpConnections.teamId, mcpConnections.owner, mcpConnections.url, mcpConnections.clientId],
        set: changes,
      })
      .returning();
    if (!connection) throw new Error("the connection was not stored");
    return connectionBody(connection);
  },
);
