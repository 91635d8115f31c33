import "server-only";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import type { Settings } from "@/lib/core/settings/settings";
import { KnownSecrets } from "@/lib/model/masking/known-secrets";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardSettings, serviceBase } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { findUserByEmail } from "@/lib/server/db/users";
import type { Service } from "@/lib/server/upstream/client/service";
import { createSigningKeys, type SigningKeys } from "@/lib/server/upstream/signing/signing-keys";
import { createAgentTokens } from "@/lib/server/upstream/user-tokens/agent-tokens";
import { readSigningKey } from "@/lib/server/upstream/user-tokens/app-jwt";
import { createDashboardApp, type DashboardApp } from "@/lib/server/upstream/user-tokens/dashboard-app";
import { createUserTokens } from "@/lib/server/upstream/user-tokens/user-tokens";
import { createCredentials, type TokenSources } from "./credentials";

function configuredSecrets(settings: Settings): (string | undefined)[] {
  const { agentsApiKey, poolsApiKey, repohostToken, repohostApp, encryptionKey, databaseUrl, smtp } = settings;
  const passwords = [databaseUrl, smtp?.url].map((url) => url && decodeURIComponent(new URL(url).password));
  const values = [agentsApiKey, poolsApiKey, repohostToken, repohostApp?.privateKey, encryptionKey, ...passwords];
  return [...values, process.env.NEXTAUTH_SECRET];
}

declare global {
  interface Dashboard {
    ownApp?: DashboardApp | undefined;
    service?: Service | undefined;
    signingKeys?: SigningKeys | undefined;
  }
}

/** The app this dashboard created at the embedded service, on `globalThis` so it is created once per process. */
export function dashboardApp(): DashboardApp {
  dashboard.ownApp ??= createDashboardApp(dashboardSettings().dataDir, withKeys());
  return dashboard.ownApp;
}

/** The service, called only with the dashboard's keys. */
function withKeys(): Service {
  const settings = dashboardSettings();
  return {
    address: { base: serviceBase(settings), repohostPrefix: settings.repohostPrefix },
    credentials: createCredentials(settings),
    clock: systemClock,
    ids: systemIds,
    roleOf: async (email) => (await findUserByEmail(await dashboardStore(), email))?.role,
    secrets: new KnownSecrets(configuredSecrets(settings)),
  };
}

/** Tokens of acting users, as far as the service lets the dashboard mint them. */
function tokenSources(settings: Settings, shared: Service): TokenSources {
  if (settings.serviceUrl === undefined) {
    return { hosting: createUserTokens(shared, { own: dashboardApp() }), agents: createAgentTokens(shared) };
  }
  if (!settings.repohostApp) return {};
  const { id, privateKey } = settings.repohostApp;
  return { hosting: createUserTokens(shared, { configured: { id, privateKey: readSigningKey(privateKey) } }) };
}

/** The service this dashboard uses. */
export function dashboardService(): Service {
  if (!dashboard.service) {
    const settings = dashboardSettings();
    const shared = withKeys();
    dashboard.service = { ...shared, credentials: createCredentials(settings, tokenSources(settings, shared)) };
  }
  return dashboard.service;
}

/** The published keys of the service, which sign receipts and webhooks. */
export function serviceSigningKeys(): SigningKeys {
  dashboard.signingKeys ??= createSigningKeys(dashboardService());
  return dashboard.signingKeys;
}
