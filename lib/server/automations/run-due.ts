import type { Clock } from "@/lib/core/clock";
import type { Log } from "@/lib/core/log";
import {
  blockingAgents,
  type ClaimedFiring,
  claimFirings,
  endFinishedFirings,
  type FiringOutcome,
  settleFiring,
} from "@/lib/server/db/claim-firing";
import { recordDueSchedules } from "@/lib/server/db/due-schedules";
import { notifyIndex } from "@/lib/server/db/index-notices";
import type { Store } from "@/lib/server/db/store";
import { requestTimeoutMs } from "@/lib/server/upstream/client/upstream-request";

const maxAtOnce = 8;
const maxBlocking = 60;
/** By then the process that claimed a firing has either settled it or lost its request. */
export const lostAfterMs = 2 * requestTimeoutMs + 15_000;

export interface AutomationParts {
  store: Store;
  source: string;
  clock: Clock;
  log: Log;
  /** Launches a claimed firing. `undefined`: the agent may have been launched although no response was received. */
  launch(claimed: ClaimedFiring): Promise<FiringOutcome | undefined>;
}

/**
 * Records the firings of schedules that are due, and starts launching those that can, adding their promises to `running` until
 * they are settled. Any number of processes can do this: each firing is launched by one of them, and taken over if that process
 * ends. Returns how many were started.
 */
export async function runDue(parts: AutomationParts, running: Set<Promise<void>>): Promise<number> {
  const { store, source, clock, log } = parts;
  const now = new Date(clock.now());
  await recordDueSchedules(store, { source, newId: () => crypto.randomUUID() }, now);
  await endFinishedFirings(store, source, now);
  const blocking = await blockingAgents(store, source, maxBlocking);
  // The index checks the runs of these agents more often, to notice when they end.
  if (blocking.length > 0) await notifyIndex(store, { wanted: blocking });
  const free = maxAtOnce - running.size;
  if (free <= 0) return 0;
  const claimed = await claimFirings(store, {
    source,
    now,
    limit: free,
    newAgentId: () => `bc-${crypto.randomUUID()}`,
    lostBefore: new Date(now.getTime() - lostAfterMs),
  });
  for (const each of claimed) {
    const work: Promise<void> = launchOne(parts, each)
      .catch((error: unknown) => {
        // The claim expires, and a process looks for the agent before it launches again.
        log.warn({ err: error, automation: each.automation.id }, "couldn't launch an automation's agent");
      })
      .finally(() => running.delete(work));
    running.add(work);
  }
  return claimed.length;
}

async function launchOne({ store, clock, launch }: AutomationParts, claimed: ClaimedFiring): Promise<void> {
  const outcome = await launch(claimed);
  if (outcome) await settleFiring(store, claimed.firing, outcome, new Date(clock.now()));
}
