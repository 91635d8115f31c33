import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { Context } from "../core/context";
import { persist } from "../core/store/retry-on-disconnect";
import { runs } from "../core/store/tables/agents";

/** True for a run that has ended, or was deleted. */
export async function hasEnded(context: Pick<Context, "db" | "clock" | "log">, runId: string): Promise<boolean> {
  const [run] = await persist(context, () =>
    context.db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)),
  );
  return !run || isTerminal(run.status);
}

/** Calls back when a run is cancelled or ended in another way. Returns the function that stops listening. */
export function onRunEnd(
  context: Pick<Context, "db" | "clock" | "log" | "notifications">,
  runId: string,
  callback: () => void,
): () => void {
  // A notification is only a reason to check: after a lost connection every listener receives one.
  return context.notifications.on("cancel", runId, () => {
    hasEnded(context, runId).then(
      (ended) => ended && callback(),
      (error) => context.log.error({ err: error, runId }, "could not check whether a run was cancelled"),
    );
  });
}
