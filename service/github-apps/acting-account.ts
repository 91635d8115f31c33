import { and, eq, sql } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { actingUserHeader } from "@/lib/contract/acting-user-header";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { actingUser, type Principal } from "../core/principal";
import { githubConnections } from "../core/store/tables/github";
import { users } from "../core/store/tables/users";
import type { GitHubApi } from "../github/github-api";
import type { GitHubApp } from "../github/github-apps";
import type { WithGitHub } from "../github/with-github";
import { requestOptions } from "../mcp-connections/discover-authorization";
import { readTokens } from "../mcp-connections/mcp-secrets";
import { createRefreshes, isRejectedGrant, refreshMarginMs } from "../mcp-connections/refresh-once";

/** The encrypted data of a connection. */
export const ConnectionTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Unix milliseconds; absent if tokens of the app don't expire. */
  expiresAt: z.number().optional(),
});
export type ConnectionTokens = z.infer<typeof ConnectionTokens>;

/** Email address of the user a call acts for: the key's own, or, with the key of a team admin such as the dashboard's, another's. */
export async function actingEmail(
  { db }: Pick<Context, "db">,
  principal: Principal,
  request: Request,
): Promise<string | undefined> {
  const caller = actingUser(principal);
  if (!caller) return undefined;
  const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
  const other = user?.isTeamAdmin ? request.headers.get(actingUserHeader) : null;
  return (other ?? user?.email)?.trim().toLowerCase();
}

/** The member a call acts for as a principal; see {@link actingEmail}. Throws 403 `role_forbidden` for anyone else. */
export async function actingMember(
  context: Pick<Context, "db">,
  principal: Principal,
  request: Request,
): Promise<Principal> {
  const email = await actingEmail(context, principal, request);
  if ((principal.kind !== "user" && principal.kind !== "subToken") || email === undefined) return principal;
  const [member] = await context.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), eq(users.teamId, principal.teamId), eq(users.isActive, true)));
  if (!member) throw apiError.agents(403, "role_forbidden", `${email} isn't an active member of the team`);
  return { ...principal, kind: "user", userId: member.id };
}

/** The authorization server of a GitHub server, and its app as the client. */
export function authorizationOf({ host, clientId, clientSecret }: GitHubApp) {
  const base = `https://${host}/login/oauth`;
  const server: oauth.AuthorizationServer = {
    issuer: `https://${host}`,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/access_token`,
  };
  return { server, client: { client_id: clientId }, authentication: oauth.ClientSecretPost(clientSecret) };
}

type ConnectionContext = Context & WithGitHub;

async function refreshed({ github, clock }: ConnectionContext, app: GitHubApp, refreshToken: string) {
  const { server, client, authentication } = authorizationOf(app);
  const options = requestOptions(github.oauthFetch);
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options);
  return readTokens(await oauth.processRefreshTokenResponse(server, client, response), clock.now(), refreshToken);
}

type Outcome = { token: string } | { problem: string; status: number };
const refreshOnce = createRefreshes<Outcome>();

/** The access token of a connection. Concurrent calls refresh once, because a refresh token is valid once. */
async function accessToken(
  context: ConnectionContext,
  app: GitHubApp,
  { id, owner, login }: typeof githubConnections.$inferSelect,
): Promise<string> {
  const { db, cipher, clock, log } = context;
  const again = { problem: `Connect your GitHub account ${login} again in Settings → GitHub`, status: 403 };
  const isConnection = eq(githubConnections.id, id);
  const select = (from: Pick<typeof db, "select">) => from.select().from(githubConnections).where(isConnection);
  const open = ({ secrets }: typeof githubConnections.$inferSelect) => ConnectionTokens.parse(cipher.open(secrets));
  const isValid = ({ expiresAt = Number.POSITIVE_INFINITY }: ConnectionTokens) =>
    expiresAt - refreshMarginMs > clock.now();

  async function refresh(tx: Pick<typeof db, "select" | "update">): Promise<Outcome> {
    const [row] = await select(tx).for("update");
    if (!row) return again;
    const tokens = open(row);
    if (isValid(tokens)) return { token: tokens.accessToken };
    if (tokens.refreshToken === undefined) return again;
    try {
      const next = await refreshed(context, app, tokens.refreshToken);
      await tx
        .update(githubConnections)
        .set({ secrets: cipher.seal(next) })
        .where(isConnection);
      return { token: next.accessToken };
    } catch (error) {
      log.info({ err: error, connection: id }, "couldn't refresh a user's token of GitHub");
      // GitHub reports a rejected refresh token with status 200, which isn't a valid token response.
      const isRejected = isRejectedGrant(error) || error instanceof oauth.OperationProcessingError;
      return isRejected ? again : { problem: `Couldn't reach ${app.host}`, status: 503 };
    }
  }

  const [row] = await select(db);
  const tokens = row && open(row);
  if (tokens && isValid(tokens)) return tokens.accessToken;
  const outcome = await refreshOnce({ id, owner }, () => db.transaction(refresh));
  if ("token" in outcome) return outcome.token;
  const code = outcome.status === 403 ? "github_denied" : "github_unavailable";
  throw apiError.agents(outcome.status, code, outcome.problem);
}

/** The API of a server with the account that a user connected; undefined without one. */
export async function accountApi(
  context: ConnectionContext,
  host: string,
  email: string | undefined,
): Promise<{ api: GitHubApi; login: string } | undefined> {
  const { db, github } = context;
  const app = github.apps.get(host);
  if (!app || email === undefined) return undefined;
  const [row] = await db
    .select()
    .from(githubConnections)
    .where(and(eq(githubConnections.owner, email), eq(githubConnections.host, host)));
  if (!row) return undefined;
  const { login } = row;
  return { login, api: github.apiWith(host, { kind: "user", login }, () => accessToken(context, app, row)) };
}
