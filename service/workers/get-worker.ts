import { and, eq } from "drizzle-orm";
import { getWorker } from "@/lib/contract/pools/get-worker";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { workers } from "../core/store/tables/pools";
import { requireServiceAccount } from "../pools/service-account";
import { selectWorkers, visibleWorkers, workerBody } from "./worker-rows";

/** Returns a connected worker of the team by id. */
export const getWorkerOperation = implement(getWorker, async ({ params, principal }, context) => {
  const visible = await visibleWorkers(context, requireServiceAccount(principal));
  const [row] = await selectWorkers(context, and(visible, eq(workers.id, params.id)));
  if (!row) throw apiError.agents(404, "worker_not_found", `Worker ${params.id} not found or not connected`);
  const worker = workerBody(row);
  return { ...worker, worker };
});
