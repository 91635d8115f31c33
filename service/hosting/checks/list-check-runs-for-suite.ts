import { listCheckRunsForSuite } from "@/lib/contract/hosting/checks/list-check-runs-for-suite";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { checkRunBodies } from "./check-body";
import { requireCheckSuite } from "./check-row";
import { checksOfSuite } from "./commit-checks";
import { pageOfAttempts } from "./page-of-attempts";
import { readCheckRuns } from "./read-checks";

export const listCheckRunsForSuiteOperation = implement(
  listCheckRunsForSuite,
  async ({ principal, params, query }, context) => {
    const repository = await requireRepository(context, principal, params);
    const { id } = await requireCheckSuite(context.db, repository.id, params.checkSuiteId);
    const { items, ...page } = pageOfAttempts(`check runs ${id}`, query, await checksOfSuite(context.db, id));
    const ids = items.map((run) => run.id);
    return { checkRuns: await checkRunBodies(context, repository, await readCheckRuns(context, ids)), ...page };
  },
);
