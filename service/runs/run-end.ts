import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { runs } from "../core/store/tables/agents";

/** Returns whether a run has ended or was deleted. */
export async function hasEnded(context: Pick<Context, "db" | "clock" | "log">, runId: string): Promise<boolean> {
  const [run] = await retryOnDisconnect(context, () =>
    context.db.select({ status: runs.status }).from(runs).where(eq(runs.id, runId)),
  );
  return !run || isTerminal(run.status);
}

/** Calls back when a run ends, for example by being canceled. Returns a function that unsubscribes. */
export function onRunEnd(
  context: Pick<Context, "db" | "clock" | "log" | "notifications">,
  runId: string,
  callback: () => void,
): () => void {
  // Check the status, because every listener is also notified after a reconnect.
  return context.notifications.on("cancel", runId, () => {
    hasEnded(context, runId).then(
      (ended) => ended && callback(),
      (error) => context.log.error({ err: error, runId }, "couldn't check whether a run was canceled"),
    );
  });
}
