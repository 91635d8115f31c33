import { systemClock } from "@/lib/clock/clock";
import { systemIds } from "@/lib/clock/ids";
import { KnownSecrets } from "@/lib/masking/known-secrets";
import type { Settings } from "@/lib/settings/settings";
import { readSigningKey } from "./acting/app-jwt";
import { createOwnApp } from "./acting/own-app";
import { createPersonTokens, type PersonTokens } from "./acting/person-tokens";
import { createCredentials } from "./credentials";
import { dashboardSettings, serviceBase } from "./dashboard-settings";
import type { Service } from "./service-call";

function ownSecrets(settings: Settings): (string | undefined)[] {
  const { agentsApiKey, poolsApiKey, repohostToken, repohostApp, encryptionKey, databaseUrl } = settings;
  const password = databaseUrl === undefined ? undefined : decodeURIComponent(new URL(databaseUrl).password);
  const given = [agentsApiKey, poolsApiKey, repohostToken, repohostApp?.privateKey, encryptionKey, password];
  return [...given, process.env.NEXTAUTH_SECRET];
}

let service: Service | undefined;

/** Tokens of the people who act, where there is an app to mint them. */
function personTokens(settings: Settings, shared: Service): PersonTokens | undefined {
  if (settings.serviceUrl === undefined) {
    return createPersonTokens(shared, { own: createOwnApp(settings.dataDir, shared) });
  }
  if (!settings.repohostApp) return undefined;
  const { id, privateKey } = settings.repohostApp;
  return createPersonTokens(shared, { given: { id, privateKey: readSigningKey(privateKey) } });
}

/** The service this dashboard drives. */
export function dashboardService(): Service {
  if (!service) {
    const settings = dashboardSettings();
    const shared: Service = {
      address: { base: serviceBase(settings), repohostPrefix: settings.repohostPrefix },
      credentials: createCredentials(settings),
      clock: systemClock,
      ids: systemIds,
      secrets: new KnownSecrets(ownSecrets(settings)),
    };
    service = { ...shared, credentials: createCredentials(settings, personTokens(settings, shared)) };
  }
  return service;
}
