import type { Context } from "../core/context";
import { machineTopic, workerTopic } from "../queue/transition-request";
import type { RegisteredWorker } from "./registration";

/**
 * Calls back when a run may be available for a worker, or an agent may have moved away from it; the callback must check.
 * Returns a function that unsubscribes.
 */
export function onAssignmentChange(
  { notifications }: Pick<Context, "notifications">,
  { teamId, workerId, poolId, userId, name }: RegisteredWorker,
  callback: () => void,
): () => void {
  const unsubscribes = [
    notifications.on("worker", workerTopic(teamId, workerId), callback),
    poolId === null
      ? notifications.on("machine", machineTopic(userId ?? 0, name), callback)
      : notifications.on("pool", poolId, callback),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
