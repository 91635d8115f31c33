import "server-only";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { repositoryListScope } from "@/lib/contract/hosting/scope";
import { Keys, keysFile } from "@/lib/core/settings/keys";
import type { Settings } from "@/lib/core/settings/settings";
import type { Acting, Caller, Credentials } from "./client/service";
import { CredentialsMissingError } from "./client/upstream-error";
import type { AgentTokens } from "./user-tokens/agent-tokens";
import type { UserTokens } from "./user-tokens/user-tokens";

type Kind = "userKey" | "serviceAccountKey";

function remoteKey(settings: Settings, kind: Kind, family: Caller["family"]): string | undefined {
  if (family === "admin") return undefined;
  if (family === "repohost") return settings.repohostToken ?? settings.agentsApiKey;
  if (kind === "serviceAccountKey" || family === "pools") return settings.poolsApiKey ?? settings.agentsApiKey;
  return settings.agentsApiKey;
}

/** Where tokens of users come from. */
export interface TokenSources {
  hosting?: UserTokens | undefined;
  agents?: AgentTokens | undefined;
}

/**
 * Keys of a remote service come from the settings, those of the embedded one from its key file. Actions of users under their
 * own names use their token, or a shared key if none can be minted.
 */
export function createCredentials(settings: Settings, tokens: TokenSources = {}): Credentials {
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
  function actsForUsers({ actsAs, family, scopes }: Caller): boolean {
    if (actsAs !== "user") return false;
    if (family === "agents") return tokens.agents !== undefined;
    return (
      tokens.hosting !== undefined && (settings.serviceUrl === undefined || !scopes?.includes(repositoryListScope))
    );
  }

  /** The token of the acting user; `undefined` if the call is made with a key. */
  async function userToken(caller: Caller, { user, ownerSlug, repoName }: Acting): Promise<string | undefined> {
    if (!actsForUsers(caller)) return undefined;
    if (caller.family === "agents") return tokens.agents?.tokenFor(user);
    return ownerSlug === undefined ? undefined : tokens.hosting?.tokenFor({ user, ownerSlug, repoName });
  }

  return {
    actsForUsers,
    async authorization(caller, acting) {
      const { actsAs, family } = caller;
      const token = acting && (await userToken(caller, acting));
      if (token !== undefined) return `Bearer ${token}`;
      const kind = actsAs === "user" ? "userKey" : actsAs;
      if (settings.serviceUrl !== undefined) {
        const key = remoteKey(settings, kind, family);
        if (key) return `Bearer ${key}`;
        throw new CredentialsMissingError("No key is configured for this part of the service.");
      }
      const keys = await embeddedKeys();
      if (family === "admin") return `Bearer ${keys.admin}`;
      // Background work concerns the agents of all users, which only the service account sees.
      const isForTeam = kind === "serviceAccountKey" || (actsAs === "user" && family === "agents");
      return `Bearer ${isForTeam ? keys.serviceAccount : keys.user}`;
    },
    rejected(caller, { user, ownerSlug, repoName }) {
      if (!actsForUsers(caller)) return;
      if (caller.family === "agents") tokens.agents?.rejected(user);
      else if (ownerSlug !== undefined) tokens.hosting?.rejected({ user, ownerSlug, repoName });
    },
  };
}
