import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Operation } from "@/lib/contract/operation";
import { Keys, keysFile } from "@/lib/settings/keys";
import type { Settings } from "@/lib/settings/settings";

/** What decides which credential a call carries. */
export type Caller = Pick<Operation, "actsAs" | "family">;

/** There is no credential to make a call with. The message is fit for people and holds no secret. */
export class CredentialsMissingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CredentialsMissingError";
  }
}

export interface Credentials {
  /** The `Authorization` header of a call. Throws {@link CredentialsMissingError}. */
  authorization(caller: Caller): Promise<string>;
}

type Kind = "userKey" | "serviceAccountKey";

/**
 * Reviews, comments and merges will act with the person's own short-lived token. Until those tokens are minted they
 * act with the user key; this is the one place to change.
 */
const personActsAs: Kind = "userKey";

function remoteKey(settings: Settings, kind: Kind, family: Operation["family"]): string | undefined {
  if (family === "admin") return undefined;
  if (family === "repohost") return settings.repohostToken ?? settings.agentsApiKey;
  if (kind === "serviceAccountKey" || family === "pools") return settings.poolsApiKey ?? settings.agentsApiKey;
  return settings.agentsApiKey;
}

/** Keys of a remote service come from the settings, those of the embedded one from its key file. */
export function createCredentials(settings: Settings): Credentials {
  const file = join(settings.dataDir, keysFile);
  let held: { modified: number; keys: Keys } | undefined;

  async function embeddedKeys(): Promise<Keys> {
    try {
      const modified = (await stat(file)).mtimeMs;
      if (held?.modified !== modified) {
        held = { modified, keys: Keys.parse(JSON.parse(await readFile(file, "utf8"))) };
      }
      return held.keys;
    } catch {
      held = undefined;
      throw new CredentialsMissingError("The service has not written its keys yet; it may still be starting.");
    }
  }

  return {
    async authorization({ actsAs, family }) {
      const kind = actsAs === "person" ? personActsAs : actsAs;
      if (settings.serviceUrl !== undefined) {
        const key = remoteKey(settings, kind, family);
        if (key) return `Bearer ${key}`;
        throw new CredentialsMissingError("No key is configured for this part of the service.");
      }
      const keys = await embeddedKeys();
      if (family === "admin") return `Bearer ${keys.admin}`;
      return `Bearer ${kind === "serviceAccountKey" ? keys.serviceAccount : keys.user}`;
    },
  };
}
