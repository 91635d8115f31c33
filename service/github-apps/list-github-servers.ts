import { eq, like, max } from "drizzle-orm";
import type { GitHubServer } from "@/lib/contract/admin/github-apps/github-server";
import { listGitHubServers } from "@/lib/contract/admin/github-apps/list-github-servers";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { githubApps, githubDeliveries } from "../core/store/tables/github";
import { appUrl } from "../github/github-address";
import { GitHubProblem, permissionNames } from "../github/github-problem";
import { accountOf, appPermissions, grantedOf, type Installation } from "../github/installations";
import type { WithGitHub } from "../github/with-github";
import { deliveryPrefix } from "./receive-webhook";

function installationBody(installation: Installation): GitHubServer["installations"][number] {
  const granted = grantedOf(appPermissions, installation.permissions);
  const missing = Object.entries(appPermissions).filter(([name, level]) => granted[name] !== level);
  return {
    id: installation.id,
    account: accountOf(installation),
    repositories: installation.repository_selection,
    suspended: Boolean(installation.suspended_at),
    missing: missing.map(([name, level]) => permissionNames(`${name}=${level}`)),
    url: installation.html_url,
  };
}

async function serverBody(context: Context & WithGitHub, host: string): Promise<GitHubServer> {
  const { db, github, settings } = context;
  const hasToken = Object.hasOwn(settings.githubTokens, host);
  const app = github.apps.get(host);
  if (!app) return { host, hasToken, installations: [] };
  const [stored] = await db.select().from(githubApps).where(eq(githubApps.host, host));
  const [received] = await db
    .select({ at: max(githubDeliveries.receivedAt) })
    .from(githubDeliveries)
    .where(like(githubDeliveries.id, `${deliveryPrefix(host).replace(/[\\%_]/g, "\\$&")}%`));
  const body = {
    host,
    hasToken,
    app: {
      id: app.appId,
      name: app.name,
      slug: app.slug,
      owner: stored?.owner ?? "",
      installUrl: `${appUrl(host, app.slug)}/installations/new`,
      webhooks: app.webhookSecret !== null,
      ...(received?.at ? { receivedAt: isoTime(received.at) } : {}),
    },
  };
  try {
    const installations = await github.installations.list(app);
    return { ...body, installations: installations.map(installationBody) };
  } catch (error) {
    if (!(error instanceof GitHubProblem)) throw error;
    return { ...body, installations: [], problem: error.message };
  }
}

export const listGitHubServersOperation = implement(
  listGitHubServers,
  async (_call, context: Context & WithGitHub) => ({
    items: await Promise.all(context.github.hosts().map((host) => serverBody(context, host))),
  }),
);
