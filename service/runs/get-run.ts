import { getRun } from "@/lib/contract/agents/get-run";
import { implement } from "../core/http/implement";
import { findRun } from "./find-run";
import { runBody } from "./run-body";

export const getRunOperation = implement(getRun, async ({ params, principal }, context) => {
  const { agent, run } = await findRun(context, principal, params.id, params.runId);
  return runBody(run, agent.branches);
});
