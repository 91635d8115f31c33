import { getCheckSuite } from "@/lib/contract/hosting/checks/get-check-suite";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { checkSuiteBody } from "./check-body";
import { requireCheckSuite } from "./check-row";

export const getCheckSuiteOperation = implement(getCheckSuite, async ({ principal, params }, context) => {
  const repository = await requireRepository(context, principal, params);
  const suite = await requireCheckSuite(context.db, repository.id, params.checkSuiteId);
  return checkSuiteBody(context, repository, suite);
});
