import { randomBytes } from "node:crypto";
import type { Clock } from "@/lib/clock/clock";
import { keyHash } from "../people/api-key";

export interface RunGrant {
  agentId: string;
  runId: string;
  teamId: number;
  repositoryIds: ReadonlySet<string>;
}

/** Git credentials of runs: minted when git asks, good for one run's repositories, for ten minutes. */
export interface RunCredentials {
  mint(grant: RunGrant): { username: string; password: string };
  find(token: string): RunGrant | undefined;
}

const lifetimeMs = 10 * 60_000;

export function createRunCredentials(clock: Clock): RunCredentials {
  const grants = new Map<string, { grant: RunGrant; expiresAt: number }>();
  return {
    mint(grant) {
      const now = clock.now();
      for (const [hash, { expiresAt }] of grants) if (expiresAt <= now) grants.delete(hash);
      const token = `run_${randomBytes(32).toString("hex")}`;
      grants.set(keyHash(token), { grant, expiresAt: now + lifetimeMs });
      return { username: "x-access-token", password: token };
    },
    find(token) {
      const found = grants.get(keyHash(token));
      return found && found.expiresAt > clock.now() ? found.grant : undefined;
    },
  };
}
