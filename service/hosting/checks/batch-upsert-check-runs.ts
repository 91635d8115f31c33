import { batchUpsertCheckRuns } from "@/lib/contract/hosting/checks/batch-upsert-check-runs";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { checkRunBodies, checkSuiteBody } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { validateTimestamps, writeCheckRuns } from "./write-check-runs";

export const batchUpsertCheckRunsOperation = implement(
  batchUpsertCheckRuns,
  async ({ principal, params, body }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    for (const [index, post] of body.checkRuns.entries()) {
      validateTimestamps(context.clock.now(), post, `checkRuns.${index}`);
    }
    await requireCheckedCommit(context, repository.id, body.headSha);
    const { suite, runs } = await writeCheckRuns(context, {
      repositoryId: repository.id,
      sha: body.headSha,
      actorId: (await actorOf(context, principal)).id,
      checkSuite: body.checkSuite,
      checkRuns: body.checkRuns,
    });
    const checkRuns = await checkRunBodies(
      context,
      repository,
      runs.map(({ run }) => ({ run, suite })),
    );
    const results = checkRuns.flatMap((checkRun, index) => {
      const outcome = runs[index]?.outcome;
      return outcome ? [{ checkRun, outcome }] : [];
    });
    return { checkSuite: await checkSuiteBody(context, repository, suite), checkRuns, results };
  },
);
