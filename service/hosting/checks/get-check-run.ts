import { getCheckRun } from "@/lib/contract/hosting/checks/get-check-run";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { checkRunBody } from "./check-body";
import { requireCheckRun } from "./check-row";

export const getCheckRunOperation = implement(getCheckRun, async ({ principal, params }, context) => {
  const repository = await requireRepository(context, principal, params);
  return checkRunBody(context, repository, await requireCheckRun(context.db, repository.id, params.checkRunId));
});
