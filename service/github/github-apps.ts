import { createPrivateKey, type KeyObject } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { githubApps, githubConnections } from "../core/store/tables/github";
import { users } from "../core/store/tables/users";

/** The encrypted data of an app. */
export const AppSecrets = z.object({
  privateKey: z.string(),
  webhookSecret: z.string().nullable(),
  clientSecret: z.string(),
});

/** A GitHub App that was created from Settings. */
export interface GitHubApp {
  host: string;
  appId: number;
  slug: string;
  name: string;
  clientId: string;
  clientSecret: string;
  /** Null if GitHub can't reach this service. */
  webhookSecret: string | null;
  privateKey: KeyObject;
}

/** The app of each GitHub server, kept in memory and reloaded when a process changes one. */
export interface GitHubApps {
  get(host: string): GitHubApp | undefined;
  hosts(): string[];
  /** The account that a user connected on a server with an app; undefined without one. */
  loginOf(host: string, userId: number): Promise<string | undefined>;
  /** Increases when an app or an installation changed, which invalidates cached installations and tokens. */
  version(): number;
  reload(): Promise<void>;
}

/** Id of the notification about changed apps. */
export const appsChanged = "apps";

export async function createGitHubApps({
  db,
  cipher,
  notifications,
  log,
}: Pick<Context, "db" | "cipher" | "notifications" | "log">): Promise<GitHubApps> {
  let apps = new Map<string, GitHubApp>();
  let version = 0;

  async function reload(): Promise<void> {
    const rows = await db.select().from(githubApps);
    const next = rows.map(({ secrets, host, appId, slug, name, clientId }): [string, GitHubApp] => {
      const { privateKey, ...rest } = AppSecrets.parse(cipher.open(secrets));
      return [host, { host, appId, slug, name, clientId, ...rest, privateKey: createPrivateKey(privateKey) }];
    });
    apps = new Map(next);
    version += 1;
  }

  async function loginOf(host: string, userId: number): Promise<string | undefined> {
    if (!apps.has(host)) return undefined;
    const [account] = await db
      .select({ login: githubConnections.login })
      .from(githubConnections)
      .innerJoin(users, eq(sql`lower(${users.email})`, githubConnections.owner))
      .where(and(eq(users.id, userId), eq(githubConnections.host, host)));
    return account?.login;
  }

  notifications.on("github", appsChanged, () => {
    reload().catch((error: unknown) => log.error({ err: error }, "couldn't reload the GitHub Apps"));
  });
  await reload();
  return { get: (host) => apps.get(host), hosts: () => [...apps.keys()], loginOf, version: () => version, reload };
}

/** Registers no app; for tests and programs without a database. */
export const noGitHubApps: GitHubApps = {
  get: () => undefined,
  hosts: () => [],
  loginOf: async () => undefined,
  version: () => 0,
  reload: async () => {},
};

/** GitHub rejects tokens that are valid for more than 10 minutes, or from the future. */
const jwtSeconds = 540;
const clockSkewSeconds = 60;

/** A short-lived token with which the app itself signs in. */
export function appJwt({ appId, privateKey }: Pick<GitHubApp, "appId" | "privateKey">, clock: Clock): Promise<string> {
  const now = Math.floor(clock.now() / 1_000);
  return new SignJWT({})
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(String(appId))
    .setIssuedAt(now - clockSkewSeconds)
    .setExpirationTime(now + jwtSeconds)
    .sign(privateKey);
}
