import type { Context } from "../core/context";
import { machineTopic, workerTopic } from "../queue/move-request";
import type { RegisteredWorker } from "./registration";

/**
 * Calls back whenever there may be a run to take, or an agent was taken from the worker; a call says to look, not that
 * there is one. Returns the function that stops it.
 */
export function onWork(
  { notifications }: Pick<Context, "notifications">,
  { teamId, workerId, poolId, userId, name }: RegisteredWorker,
  callback: () => void,
): () => void {
  const offs = [
    notifications.on("worker", workerTopic(teamId, workerId), callback),
    poolId === null
      ? notifications.on("machine", machineTopic(userId ?? 0, name), callback)
      : notifications.on("pool", poolId, callback),
  ];
  return () => {
    for (const off of offs) off();
  };
}
