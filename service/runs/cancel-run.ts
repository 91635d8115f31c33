import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { isTerminal } from "@/lib/contract/agents/run";
import type { AgentsContext } from "../agent-access/agents-context";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { findRun } from "./find-run";
import { finishRun } from "./finish-run";

/**
 * Cancels the active run. It is CANCELLED, with its final events stored, before the response is sent; the service executing
 * it then kills its processes.
 */
export const cancelRunOperation = implement(cancelRun, async ({ params, principal }, context: AgentsContext) => {
  const { run } = await findRun(context, principal, params.id, params.runId, "manage");
  const ended = !isTerminal(run.status) && (await finishRun(context, run.id, { status: "CANCELLED" }));
  if (!ended) throw apiError.agents(409, "run_not_cancellable", `Run ${run.id} is not active`);
  return { id: run.id };
});
