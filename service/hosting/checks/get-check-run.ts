import { getCheckRun } from "@/lib/contract/hosting/get-check-run";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { checkRunBody } from "./check-body";
import { requireCheckRun } from "./check-row";

export const getCheckRunOperation = implement(getCheckRun, async ({ principal, params }, service) => {
  const repository = await requireRepository(service, principal, params);
  return checkRunBody(service, repository, await requireCheckRun(service.db, repository.id, params.checkRunId));
});
