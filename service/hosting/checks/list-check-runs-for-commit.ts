import { listCheckRunsForCommit } from "@/lib/contract/hosting/list-check-runs-for-commit";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { checkRunBodies } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checksOfCommit } from "./commit-checks";
import { pageOfAttempts } from "./page-of-attempts";
import { readCheckRuns } from "./read-checks";

/** The filters choose among the attempts that count; a token is good for the filters it was made with. */
export const listCheckRunsForCommitOperation = implement(
  listCheckRunsForCommit,
  async ({ principal, params, query }, service) => {
    const repository = await requireRepository(service, principal, params);
    await requireCheckedCommit(service, repository.id, params.sha);
    const { checkName, status } = query;
    const list = `check runs ${repository.id} ${params.sha} ${JSON.stringify([checkName ?? null, status ?? null])}`;
    const suites = await checksOfCommit(service.db, repository.id, params.sha);
    const chosen = suites
      .flatMap(({ runs }) => runs)
      .filter((run) => (checkName === undefined || run.name === checkName) && (!status || run.status === status));
    const { items, ...page } = pageOfAttempts(list, query, chosen);
    const ids = items.map((run) => run.id);
    return { checkRuns: await checkRunBodies(service, repository, await readCheckRuns(service, ids)), ...page };
  },
);
