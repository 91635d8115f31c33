import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { checkRunBodies } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checksOfCommit } from "./commit-checks";
import { pageOfAttempts } from "./page-of-attempts";
import { readCheckRuns } from "./read-checks";

/** Filters apply to current attempts. A page token is only valid with the filters it was issued for. */
export const listCheckRunsForCommitOperation = implement(
  listCheckRunsForCommit,
  async ({ principal, params, query }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    await requireCheckedCommit(context, repository.id, params.sha);
    const { checkName, status } = query;
    const list = `check runs ${repository.id} ${params.sha} ${JSON.stringify([checkName ?? null, status ?? null])}`;
    const suites = await checksOfCommit(context.db, repository.id, params.sha);
    const chosen = suites
      .flatMap(({ runs }) => runs)
      .filter((run) => (checkName === undefined || run.name === checkName) && (!status || run.status === status));
    const { items, ...page } = pageOfAttempts(list, query, chosen);
    const ids = items.map((run) => run.id);
    return { checkRuns: await checkRunBodies(context, repository, await readCheckRuns(context, ids)), ...page };
  },
);
