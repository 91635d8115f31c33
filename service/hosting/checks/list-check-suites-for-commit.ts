import { listCheckSuitesForCommit } from "@/lib/contract/hosting/list-check-suites-for-commit";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../repositories/access";
import { checkSuiteBodies } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checksOfCommit } from "./commit-checks";
import { pageOfAttempts } from "./page-of-attempts";
import { readCheckSuites } from "./read-checks";

export const listCheckSuitesForCommitOperation = implement(
  listCheckSuitesForCommit,
  async ({ principal, params, query }, service) => {
    const repository = await requireRepository(service, principal, params);
    await requireCheckedCommit(service, repository.id, params.sha);
    const found = await checksOfCommit(service.db, repository.id, params.sha);
    const list = `check suites ${repository.id} ${params.sha}`;
    const { items, ...page } = pageOfAttempts(
      list,
      query,
      found.map(({ suite }) => suite),
    );
    const ids = items.map((suite) => suite.id);
    return { checkSuites: await checkSuiteBodies(service, repository, await readCheckSuites(service, ids)), ...page };
  },
);
