import { randomBytes } from "node:crypto";
import { count, eq, lt } from "drizzle-orm";
import { startGitHubApp } from "@/lib/contract/admin/github-apps/start-github-app";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { githubApps, githubFlows } from "../core/store/tables/github";
import { stateHash } from "../mcp-connections/mcp-secrets";
import { appManifest } from "./app-manifest";

/** GitHub's codes expire after an hour. */
const lifetimeMs = 60 * 60_000;
const maxPending = 50;

/** Rejects a server that already has an app. */
export async function requireNoApp({ db }: Pick<Context, "db">, host: string): Promise<void> {
  const [known] = await db.select({ name: githubApps.name }).from(githubApps).where(eq(githubApps.host, host));
  if (!known) return;
  const message = `${host} already has the GitHub App ${known.name}. Delete it first`;
  throw apiError.agents(409, "github_app_exists", message, "host");
}

/** Returns the manifest of a new app, and where the browser posts it. Nothing is created until the user confirms on GitHub. */
export const startGitHubAppOperation = implement(startGitHubApp, async ({ body }, context) => {
  const { db, clock, settings } = context;
  const { host, organization, redirectUrl } = body;
  await requireNoApp(context, host);
  await db.delete(githubFlows).where(lt(githubFlows.expiresAt, clock.now()));
  const [pending] = await db.select({ count: count() }).from(githubFlows).where(eq(githubFlows.kind, "app"));
  if ((pending?.count ?? 0) >= maxPending) {
    throw apiError.agents(429, "rate_limit_exceeded", "Too many unfinished apps. Try again in an hour");
  }
  const state = randomBytes(32).toString("base64url");
  const expiresAt = clock.now() + lifetimeMs;
  const flow = { stateHash: stateHash(state), kind: "app" as const, host, owner: "", redirectUrl, expiresAt };
  await db.insert(githubFlows).values(flow);
  const suffix = randomBytes(4).toString("hex");
  const manifest = appManifest({ host, serviceUrl: settings.servicePublicUrl, redirectUrl, suffix });
  const account = organization === undefined ? "" : `/organizations/${organization}`;
  return {
    action: `https://${host}${account}/settings/apps/new?state=${state}`,
    manifest: JSON.stringify(manifest),
    state,
    expiresAt: isoTime(expiresAt),
  };
});
