import { listCheckSuitesForCommit } from "@/lib/contract/hosting/checks/list-check-suites-for-commit";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { checkSuiteBodies } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checksOfCommit } from "./commit-checks";
import { pageOfAttempts } from "./page-of-attempts";
import { readCheckSuites } from "./read-checks";

export const listCheckSuitesForCommitOperation = implement(
  listCheckSuitesForCommit,
  async ({ principal, params, query }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    await requireCheckedCommit(context, repository.id, params.sha);
    const found = await checksOfCommit(context.db, repository.id, params.sha);
    const list = `check suites ${repository.id} ${params.sha}`;
    const { items, ...page } = pageOfAttempts(
      list,
      query,
      found.map(({ suite }) => suite),
    );
    const ids = items.map((suite) => suite.id);
    return { checkSuites: await checkSuiteBodies(context, repository, await readCheckSuites(context, ids)), ...page };
  },
);
