import "server-only";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Log } from "@/lib/core/log";
import { sessionSecret } from "@/lib/server/auth/secret";
import { isFirstStart } from "@/lib/server/dashboard";
import { dashboardLog, dashboardSettings } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { followChannel } from "@/lib/server/db/follow-channel";
import { sealedSecrets, variableChannel } from "@/lib/server/db/saved-variables";
import type { Store } from "@/lib/server/db/store";
import { shutdownSignal } from "@/lib/server/shutdown";
import type { Service } from "@/lib/server/upstream/client/service";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { openValue } from "./variable-value";

export interface VariableParts {
  store: Store;
  service: Service;
  /** The prefix of names that the service reserves. */
  reservedPrefix: string;
  secret(): Promise<string>;
  log: Log;
}

const refreshEveryMs = 60_000;

export async function variableParts(): Promise<VariableParts> {
  const { serviceName, dataDir } = dashboardSettings();
  return {
    store: await dashboardStore(),
    service: dashboardService(),
    reservedPrefix: `${serviceName.toUpperCase()}_`,
    secret: () => sessionSecret(dataDir),
    log: dashboardLog(),
  };
}

/** Masks all saved secrets from now on. The returned function decrypts each of them once. */
export function createSecretReader({ store, service, secret, log }: VariableParts): () => Promise<void> {
  let known = new Map<string, string | undefined>();
  return async () => {
    const opened = await Promise.all(
      (await sealedSecrets(store)).map(async (sealed) => {
        const value = known.has(sealed)
          ? known.get(sealed)
          : await openValue(sealed, await secret()).catch(() => undefined);
        if (value === undefined && !known.has(sealed))
          log.warn("couldn't decrypt a saved secret; save its value again");
        return [sealed, value] as const;
      }),
    );
    known = new Map(opened);
    service.secrets?.setSaved(known.values());
  };
}

/** Masks saved secrets in this process, including those that other processes save. */
export async function startVariables(): Promise<void> {
  if (!isFirstStart("variables")) return;
  const parts = await variableParts();
  const readSecrets = createSecretReader(parts);
  // Nothing is relayed before the secrets are known.
  await readSecrets();
  followChannel({
    store: dashboardStore,
    clock: parts.service.clock,
    log: parts.log,
    shutdown: shutdownSignal(),
    channel: variableChannel,
    refresh: coalesce(() =>
      readSecrets().catch((error: unknown) => parts.log.warn({ err: error }, "couldn't read saved secrets")),
    ),
    everyMs: refreshEveryMs,
    disconnected: "not listening for saved secrets",
  });
}
