import { and, eq } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { finishGitHubConnection } from "@/lib/contract/agents/finish-github-connection";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { type ApiError, apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { githubConnections, githubFlows } from "../core/store/tables/github";
import type { GitHubApp } from "../github/github-apps";
import { GitHubProblem } from "../github/github-problem";
import type { WithGitHub } from "../github/with-github";
import { requestOptions } from "../mcp-connections/discover-authorization";
import { readTokens, stateHash } from "../mcp-connections/mcp-secrets";
import { actingEmail, authorizationOf, type ConnectionTokens } from "./acting-account";

const FlowSecrets = z.object({ verifier: z.string() });
const Account = z.object({ login: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/) });

type Flow = typeof githubFlows.$inferSelect;

async function authorized(
  { github, cipher, clock }: Context & WithGitHub,
  app: GitHubApp,
  { flow, state, response }: { flow: Flow; state: string; response: Readonly<Record<string, string>> },
): Promise<{ tokens: ConnectionTokens; login: string }> {
  const { server, client, authentication } = authorizationOf(app);
  const { verifier } = FlowSecrets.parse(flow.secrets ? cipher.open(flow.secrets) : {});
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams({ ...response, state }), state);
  const granted = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    flow.redirectUrl,
    verifier,
    requestOptions(github.oauthFetch),
  );
  const tokens = readTokens(await oauth.processAuthorizationCodeResponse(server, client, granted), clock.now());
  const api = github.apiWith(app.host, { kind: "user", login: "" }, async () => tokens.accessToken);
  const { login } = await api.call("GET /user", { what: "Your account", background: false, parameters: {} }, Account);
  return { tokens, login };
}

const rejections = [oauth.AuthorizationResponseError, oauth.ResponseBodyError, oauth.OperationProcessingError];

/** GitHub rejected the connection, or couldn't be reached. */
function connectionError(error: unknown, host: string): ApiError {
  const isRejected =
    error instanceof GitHubProblem ? error.kind !== "unavailable" : rejections.some((each) => error instanceof each);
  return isRejected
    ? apiError.agents(
        400,
        "github_connection_failed",
        `${host} didn't authorize the connection. Connect again, and confirm on ${host}`,
        "response",
      )
    : apiError.agents(503, "github_unavailable", `Couldn't reach ${host}. Connect again`);
}

/** Exchanges the code for the user's tokens and stores them encrypted. A state works once, for the user who started. */
export const finishGitHubConnectionOperation = implement(
  finishGitHubConnection,
  async ({ body, principal, request }, context: Context & WithGitHub) => {
    const { db, clock, ids, cipher, github, log } = context;
    const owner = (await actingEmail(context, principal, request)) ?? "";
    const isFlow = and(eq(githubFlows.stateHash, stateHash(body.state)), eq(githubFlows.kind, "user"));
    const [flow] = await db
      .delete(githubFlows)
      .where(and(isFlow, eq(githubFlows.owner, owner)))
      .returning();
    const app = flow && github.apps.get(flow.host);
    if (!flow || !app || flow.expiresAt <= clock.now()) {
      throw apiError.agents(400, "github_connection_failed", "The connection expired. Connect again", "state");
    }
    const flowInput = { flow, state: body.state, response: body.response };
    const { tokens, login } = await authorized(context, app, flowInput).catch((error: unknown) => {
      log.info({ err: error, host: app.host }, "couldn't connect a GitHub account");
      throw connectionError(error, app.host);
    });
    const changes = { login, secrets: cipher.seal(tokens), createdAt: clock.now() };
    await db
      .insert(githubConnections)
      .values({ id: ids.typed("ghc"), owner, host: app.host, ...changes })
      .onConflictDoUpdate({ target: [githubConnections.owner, githubConnections.host], set: changes });
    return { host: app.host, login, createdAt: isoTime(changes.createdAt) };
  },
);
