import { and, count, eq, lt } from "drizzle-orm";
import * as oauth from "oauth4webapi";
import { startGitHubConnection } from "@/lib/contract/agents/start-github-connection";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { githubFlows } from "../core/store/tables/github";
import type { WithGitHub } from "../github/with-github";
import { stateHash } from "../mcp-connections/mcp-secrets";
import { actingEmail, authorizationOf } from "./acting-account";

const lifetimeMs = 10 * 60_000;
/** Unfinished connections of one user. */
const maxPending = 20;

/** Returns where to send the user to authorize the GitHub App. */
export const startGitHubConnectionOperation = implement(
  startGitHubConnection,
  async ({ body, principal, request }, context: Context & WithGitHub) => {
    const { db, clock, cipher, github } = context;
    const { host, redirectUrl } = body;
    const app = github.apps.get(host);
    if (!app) throw apiError.field("host", `${host} has no GitHub App. An admin can create it in Settings → GitHub`);
    const owner = await actingEmail(context, principal, request);
    if (owner === undefined) throw apiError.agents(403, "role_forbidden", "Only users can connect a GitHub account");
    await db.delete(githubFlows).where(lt(githubFlows.expiresAt, clock.now()));
    const isOwn = and(eq(githubFlows.owner, owner), eq(githubFlows.kind, "user"));
    const [pending] = await db.select({ count: count() }).from(githubFlows).where(isOwn);
    if ((pending?.count ?? 0) >= maxPending) {
      throw apiError.agents(429, "rate_limit_exceeded", "Too many unfinished connections. Try again in 10 minutes");
    }
    const { server, client } = authorizationOf(app);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? "");
    const parameters = {
      client_id: client.client_id,
      redirect_uri: redirectUrl,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const expiresAt = clock.now() + lifetimeMs;
    const flow = { stateHash: stateHash(state), kind: "user" as const, host, owner, redirectUrl, expiresAt };
    await db.insert(githubFlows).values({ ...flow, secrets: cipher.seal({ verifier }) });
    return { authorizationUrl: url.href, state, expiresAt: isoTime(expiresAt) };
  },
);
