import { listRuns } from "@/lib/contract/agents/list-runs";
import { callPath } from "@/lib/contract/client-path";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { settleFollowUp, unsettledFollowUps } from "@/lib/server/db/claim-follow-up";
import type { FollowUpRow } from "@/lib/server/db/follow-ups";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { requestTimeoutMs } from "@/lib/server/upstream/client/upstream-request";
import { readRunPrompt } from "./run-prompt";
import { type FollowUpParts, lostResponseMs, sentBy } from "./send-follow-up";

/** By then the sending process has either settled the claim, or reported that its response was lost, or ended. */
const unsettledAfterMs = requestTimeoutMs + lostResponseMs;
const maxNewRuns = 20;
const concurrency = 4;

/**
 * Settles messages whose response was lost. The service has no idempotency for runs, so the agent's runs since then are
 * compared: without a new run the message is sent again, a run with its text is its run. A run that hasn't started, or whose
 * stream can't be read now, is compared later. Otherwise a user decides, because a prompt can be masked or no longer available.
 */
export async function reconcileFollowUps(parts: FollowUpParts): Promise<void> {
  const { store, service, source, log } = parts;
  const now = service.clock.now();
  const permits = new Semaphore(concurrency);
  const reconcileOne = (row: FollowUpRow) =>
    reconcile(parts, row).catch((error: unknown) =>
      log.warn({ err: error, followUp: row.id }, "couldn't reconcile a queued message"),
    );
  const rows = await unsettledFollowUps(store, source, {
    now: new Date(now),
    claimedBefore: new Date(now - unsettledAfterMs),
  });
  await Promise.all(rows.map((row) => permits.run(() => reconcileOne(row))));
}

async function reconcile({ store, service }: FollowUpParts, row: FollowUpRow): Promise<void> {
  const path = callPath(listRuns, { id: row.agentId }, { limit: String(maxNewRuns) });
  const { items } = await callWith(service, listRuns, { path });
  const known = items.findIndex(({ id }) => id === row.afterRunId);
  if (known === 0) {
    await settleFollowUp(store, row, { state: "waiting", problem: null, retryAt: null });
    return;
  }
  for (const { id, status } of known < 0 ? items : items.slice(0, known)) {
    if (status === "CREATING") return;
    if ((await readRunPrompt(service, row.agentId, id))?.text !== row.text) continue;
    await settleFollowUp(store, row, sentBy(service, row, id));
    return;
  }
  const problem = "The connection was lost while sending. Check the latest run before you send it again.";
  await settleFollowUp(store, row, { state: "uncertain", problem });
}
