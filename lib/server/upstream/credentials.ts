import "server-only";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { repositoryListScope } from "@/lib/contract/hosting/scope";
import { Keys, keysFile } from "@/lib/core/settings/keys";
import type { Settings } from "@/lib/core/settings/settings";
import type { Caller, Credentials } from "./client/service";
import { CredentialsMissingError } from "./client/upstream-error";
import type { UserTokens } from "./user-tokens/user-tokens";

type Kind = "userKey" | "serviceAccountKey";

function remoteKey(settings: Settings, kind: Kind, family: Caller["family"]): string | undefined {
  if (family === "admin") return undefined;
  if (family === "repohost") return settings.repohostToken ?? settings.agentsApiKey;
  if (kind === "serviceAccountKey" || family === "pools") return settings.poolsApiKey ?? settings.agentsApiKey;
  return settings.agentsApiKey;
}

/**
 * Keys of a remote service come from the settings, those of the embedded one from its key file. Actions of users under their
 * own names use their token, or the shared user key if there is no app to mint one.
 */
export function createCredentials(settings: Settings, userTokens?: UserTokens): Credentials {
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
      throw new CredentialsMissingError("The service hasn't written its keys yet. It may still be starting.");
    }
  }

  /** Only the embedded service lets the dashboard's app list repositories for users. */
  const actsForUsers = ({ actsAs, scopes }: Caller) =>
    actsAs === "person" &&
    userTokens !== undefined &&
    (settings.serviceUrl === undefined || !scopes?.includes(repositoryListScope));

  return {
    actsForUsers,
    async authorization(caller, acting) {
      const { actsAs, family } = caller;
      if (acting && userTokens && actsForUsers(caller)) return `Bearer ${await userTokens.tokenFor(acting)}`;
      const kind = actsAs === "person" ? "userKey" : actsAs;
      if (settings.serviceUrl !== undefined) {
        const key = remoteKey(settings, kind, family);
        if (key) return `Bearer ${key}`;
        throw new CredentialsMissingError("No key is configured for this part of the service.");
      }
      const keys = await embeddedKeys();
      if (family === "admin") return `Bearer ${keys.admin}`;
      return `Bearer ${kind === "serviceAccountKey" ? keys.serviceAccount : keys.user}`;
    },
    rejected(caller, acting) {
      if (actsForUsers(caller)) userTokens?.rejected(acting);
    },
  };
}
