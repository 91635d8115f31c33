import { createPrivateKey } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { finishGitHubApp } from "@/lib/contract/admin/github-apps/finish-github-app";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { notify } from "../core/store/notifications";
import { githubApps, githubFlows } from "../core/store/tables/github";
import { appUrl } from "../github/github-address";
import { type AppSecrets, appsChanged } from "../github/github-apps";
import { GitHubProblem } from "../github/github-problem";
import type { WithGitHub } from "../github/with-github";
import { stateHash } from "../mcp-connections/mcp-secrets";
import { requireNoApp } from "./start-github-app";

const isPrivateKey = (text: string) => {
  try {
    return createPrivateKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
};

const Conversion = z.object({
  id: z.number().int().positive(),
  slug: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/),
  name: z.string(),
  owner: z.looseObject({ login: z.string().optional(), slug: z.string().optional() }),
  client_id: z.string(),
  client_secret: z.string(),
  webhook_secret: z.string().nullable(),
  pem: z.string().refine(isPrivateKey, "must be an RSA private key"),
});

async function convert({ github }: WithGitHub, host: string, code: string) {
  const api = github.apiWith(host, { kind: "app", manageUrl: `https://${host}` }, async () => undefined);
  const request = { what: "The code", background: false, parameters: { code } };
  try {
    return await api.call("POST /app-manifests/{code}/conversions", request, Conversion);
  } catch (error) {
    if (!(error instanceof GitHubProblem)) throw error;
    if (error.kind === "unavailable") throw apiError.agents(503, "github_unavailable", error.message);
    const message = `${host} rejected the code: it was used or has expired. Delete the app on ${host} if it exists, then create it again`;
    throw apiError.agents(400, "github_app_failed", message, "code");
  }
}

/** Exchanges the code for the app's credentials and stores them encrypted. A state works once. */
export const finishGitHubAppOperation = implement(finishGitHubApp, async ({ body }, context: Context & WithGitHub) => {
  const { db, clock, cipher, github } = context;
  const isFlow = and(eq(githubFlows.stateHash, stateHash(body.state)), eq(githubFlows.kind, "app"));
  const [flow] = await db.delete(githubFlows).where(isFlow).returning();
  if (!flow || flow.expiresAt <= clock.now()) {
    throw apiError.agents(400, "github_app_failed", "The creation expired. Create the app again", "state");
  }
  const { host } = flow;
  await requireNoApp(context, host);
  const app = await convert(context, host, body.code);
  const secrets = cipher.seal({
    privateKey: app.pem,
    webhookSecret: app.webhook_secret,
    clientSecret: app.client_secret,
  } satisfies z.input<typeof AppSecrets>);
  const owner = app.owner.login ?? app.owner.slug ?? "";
  const { id: appId, slug, name, client_id: clientId } = app;
  await db.transaction(async (tx) => {
    const stored = await tx
      .insert(githubApps)
      .values({ host, appId, slug, name, owner, clientId, secrets, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning();
    if (stored.length === 0) throw apiError.agents(409, "github_app_exists", `${host} already has a GitHub App`);
    await notify(tx, "github", appsChanged);
  });
  await github.apps.reload();
  const installUrl = `${appUrl(host, slug)}/installations/new`;
  return {
    host,
    hasToken: host in context.settings.githubTokens,
    app: { id: appId, name, slug, owner, installUrl, webhooks: app.webhook_secret !== null },
    installations: [],
  };
});
