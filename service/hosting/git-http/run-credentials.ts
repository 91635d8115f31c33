import { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import type { RunGrant } from "../../core/principal";
import type { Cipher } from "../../core/store/cipher";
import { holderPrincipal } from "../../users/holder";

/**
 * Git credentials of runs, minted on request, valid for one run's repositories for ten minutes. They are encrypted
 * tokens rather than stored rows, so any service instance accepts them, even after a restart.
 */
export interface RunCredentials {
  mint(grant: RunGrant): { username: string; password: string };
  find(token: string): RunGrant | undefined;
}

export interface WithRunCredentials {
  runCredentials: RunCredentials;
}

/** The same access, but read-only: for git commands that an agent runs itself. */
export function readOnlyGrant({ branches, dependencyIds, remotes, ...grant }: RunGrant): RunGrant {
  return {
    ...grant,
    branches: new Map(),
    dependencyIds: new Set([...branches.keys(), ...dependencyIds]),
    ...(remotes ? { remotes: new Map([...remotes.keys()].map((url) => [url, null])) } : {}),
  };
}

/** The grant, unless it is one of a worker's run and the worker's own credential was revoked. */
export async function heldGrant(
  context: Pick<Context, "db" | "clock">,
  grant: RunGrant | undefined,
): Promise<RunGrant | undefined> {
  const isHeld = grant?.holder === undefined || (await holderPrincipal(context, grant.holder)) !== undefined;
  return isHeld ? grant : undefined;
}

const lifetimeMs = 10 * 60_000;
const prefix = "run_";

const Sealed = z.object({
  agentId: z.string(),
  runId: z.string(),
  teamId: z.number(),
  branches: z.array(z.tuple([z.string(), z.string()])),
  dependencyIds: z.array(z.string()),
  remotes: z.array(z.tuple([z.string(), z.string().nullable()])).optional(),
  holder: z.string().optional(),
  gitUntil: z.number(),
});

export function createRunCredentials(cipher: Cipher, clock: Clock): RunCredentials {
  return {
    mint({ branches, dependencyIds, remotes, ...grant }) {
      const ids = { branches: [...branches], dependencyIds: [...dependencyIds] };
      const sealed = {
        ...grant,
        ...ids,
        ...(remotes ? { remotes: [...remotes] } : {}),
        gitUntil: clock.now() + lifetimeMs,
      };
      return { username: "x-access-token", password: prefix + cipher.seal(sealed).toString("hex") };
    },
    find(token) {
      if (!token.startsWith(prefix)) return undefined;
      try {
        const opened = Sealed.parse(cipher.open(Buffer.from(token.slice(prefix.length), "hex")));
        const { gitUntil, branches, dependencyIds, remotes, holder, ...grant } = opened;
        if (gitUntil <= clock.now()) return undefined;
        return {
          ...grant,
          branches: new Map(branches),
          dependencyIds: new Set(dependencyIds),
          ...(remotes ? { remotes: new Map(remotes) } : {}),
          ...(holder === undefined ? {} : { holder }),
        };
      } catch {
        return undefined;
      }
    },
  };
}
