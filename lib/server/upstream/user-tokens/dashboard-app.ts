import "server-only";
import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { putSystemApp } from "@/lib/contract/admin/apps/put-system-app";
import { callPath } from "@/lib/contract/client-path";
import { isInstallable, repositoryListScope, scopeCatalog } from "@/lib/contract/hosting/scope";
import type { BodyOf } from "@/lib/contract/operation";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { readSigningKey, type SigningApp } from "./app-jwt";

/** `DATA_DIR/dashboard-app.json`, mode 0600: the app this dashboard created at the embedded service. */
export const dashboardAppFile = "dashboard-app.json";

/** The key is stored before the app is created with it, so a lost response never leaves an app without its key. */
const Stored = z.object({ id: z.string().optional(), privateKey: z.string() });

/** Where the service sends the app's events. */
export interface AppWebhook {
  webhookUrl: string;
  events: BodyOf<typeof putSystemApp>["events"];
}

export interface DashboardApp {
  /** The app, created in a namespace if it doesn't exist. */
  in(namespaceSlug: string): Promise<SigningApp>;
  /** The app, if there is one. */
  known(): Promise<SigningApp | undefined>;
  /** Sets the app's webhook. Creates the app like `in`. */
  subscribe(namespaceSlug: string, webhook: AppWebhook): Promise<SigningApp>;
  /** Call when the service no longer has the app; the next call recreates it. */
  forget(): void;
}

/**
 * The app through which users act on the embedded service. It is a system app there, so it can't be managed as an app of
 * a namespace.
 */
export function createDashboardApp(dataDir: string, service: Service): DashboardApp {
  const file = join(dataDir, dashboardAppFile);
  let making: Promise<SigningApp> | undefined;

  async function stored(): Promise<{ id?: string | undefined; privateKey: KeyObject } | undefined> {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const { id, privateKey } = Stored.parse(JSON.parse(text));
    return { id, privateKey: readSigningKey(privateKey) };
  }

  async function store({ id, privateKey }: { id?: string; privateKey: KeyObject }): Promise<void> {
    const text = JSON.stringify({ id, privateKey: privateKey.export({ format: "pem", type: "pkcs8" }) });
    await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async function put(namespaceSlug: string, webhook?: AppWebhook): Promise<SigningApp> {
    const known = await stored();
    const privateKey = known?.privateKey ?? generateKeyPairSync("ed25519").privateKey;
    if (!known) await store({ privateKey });
    const { id } = await callWith(service, putSystemApp, {
      path: callPath(putSystemApp, { namespaceSlug }),
      body: {
        displayName: "Slipway",
        description: "Lets users review and merge in the dashboard under their own names.",
        publicKey: createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString(),
        defaultScopes: [...scopeCatalog.filter(isInstallable), repositoryListScope],
        ...webhook,
      },
    });
    if (id !== known?.id) await store({ id, privateKey });
    return { id, privateKey };
  }

  /** Caches the app of the latest call unless the call fails. */
  function make(namespaceSlug: string, webhook?: AppWebhook): Promise<SigningApp> {
    const made = put(namespaceSlug, webhook).catch((error: unknown) => {
      if (making === made) making = undefined;
      throw error;
    });
    making = made;
    return made;
  }

  return {
    in: (namespaceSlug) => making ?? make(namespaceSlug),
    subscribe: async (namespaceSlug, webhook) => {
      // The first call stores the key.
      await making;
      return make(namespaceSlug, webhook);
    },
    async known() {
      if (making) return making;
      const found = await stored();
      return found?.id === undefined ? undefined : { id: found.id, privateKey: found.privateKey };
    },
    forget() {
      making = undefined;
    },
  };
}
