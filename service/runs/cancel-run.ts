import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { isTerminal } from "@/lib/contract/agents/run";
import { implement } from "../core/http/implement";
import { refuse } from "../core/http/refusal";
import { findRun } from "./find-run";
import { finishRun } from "./finish-run";

/**
 * Cancels the active run. It is CANCELLED, with its last events stored, before the answer is sent; whichever service
 * executes it then ends its processes.
 */
export const cancelRunOperation = implement(cancelRun, async ({ params, principal }, service) => {
  const { run } = await findRun(service, principal, params.id, params.runId);
  const ended = !isTerminal(run.status) && (await finishRun(service, run.id, { status: "CANCELLED" }));
  if (!ended) throw refuse.agents(409, "run_not_cancellable", `Run ${run.id} is not active`);
  return { id: run.id };
});
