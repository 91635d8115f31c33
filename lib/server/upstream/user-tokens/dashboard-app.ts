import "server-only";
import { generateKeyPairSync } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { callPath } from "@/lib/contract/client-path";
import { createApp } from "@/lib/contract/hosting/create-app";
import { isInstallable, scopeCatalog } from "@/lib/contract/hosting/scope";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { readSigningKey, type SigningApp } from "./app-jwt";

/** `DATA_DIR/dashboard-app.json`, mode 0600: the app this dashboard created at the embedded service. */
export const dashboardAppFile = "dashboard-app.json";

const Kept = z.object({ id: z.string(), privateKey: z.string() });

export interface DashboardApp {
  /** The app, created in a namespace if it doesn't exist. */
  in(namespaceSlug: string): Promise<SigningApp>;
  /** The app, if there is one. */
  known(): Promise<SigningApp | undefined>;
  /** Call when the service no longer has the app: the next call creates another one. */
  forget(): Promise<void>;
}

/** The app through which users act at the embedded service. */
export function createDashboardApp(dataDir: string, service: Service): DashboardApp {
  const file = join(dataDir, dashboardAppFile);
  let making: Promise<SigningApp> | undefined;

  async function kept(): Promise<SigningApp | undefined> {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const { id, privateKey } = Kept.parse(JSON.parse(text));
    return { id, privateKey: readSigningKey(privateKey) };
  }

  async function make(namespaceSlug: string): Promise<SigningApp> {
    const known = await kept();
    if (known) return known;
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const app = await callWith(service, createApp, {
      path: callPath(createApp, { namespaceSlug }),
      body: {
        displayName: "Slipway",
        description: "Lets users review and merge in the dashboard under their own names.",
        publicKey: publicKey.export({ format: "pem", type: "spki" }).toString(),
        defaultScopes: scopeCatalog.filter(isInstallable),
      },
    });
    const text = JSON.stringify({ id: app.id, privateKey: privateKey.export({ format: "pem", type: "pkcs8" }) });
    await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return { id: app.id, privateKey };
  }

  return {
    in(namespaceSlug) {
      making ??= make(namespaceSlug).catch((error: unknown) => {
        making = undefined;
        throw error;
      });
      return making;
    },
    known: () => making ?? kept(),
    async forget() {
      making = undefined;
      await rm(file, { force: true });
    },
  };
}
