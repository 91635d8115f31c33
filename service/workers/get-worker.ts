import { and, eq } from "drizzle-orm";
import { getWorker } from "@/lib/contract/pools/get-worker";
import { implement } from "../core/http/implement";
import { refuse } from "../core/http/refusal";
import { workers } from "../core/store/tables/pools";
import { asServiceAccount } from "../pools/service-account";
import { selectWorkers, visibleWorkers, workerBody } from "./worker-rows";

/** A connected worker of the team, by its id. */
export const getWorkerOperation = implement(getWorker, async ({ params, principal }, context) => {
  const visible = await visibleWorkers(context, asServiceAccount(principal));
  const [row] = await selectWorkers(context, and(visible, eq(workers.id, params.id)));
  if (!row) throw refuse.agents(404, "worker_not_found", `No connected worker ${params.id}`);
  const worker = workerBody(row);
  return { ...worker, worker };
});
