import { batchUpsertCheckRuns } from "@/lib/contract/hosting/batch-upsert-check-runs";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requireRepository } from "../repositories/access";
import { checkRunBodies, checkSuiteBody } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checkMoments, writeCheckRuns } from "./write-check-runs";

export const batchUpsertCheckRunsOperation = implement(
  batchUpsertCheckRuns,
  async ({ principal, params, body }, service) => {
    const repository = await requireRepository(service, principal, params, "write");
    for (const [index, post] of body.checkRuns.entries()) {
      checkMoments(service.clock.now(), post, `checkRuns.${index}`);
    }
    await requireCheckedCommit(service, repository.id, body.headSha);
    const { suite, runs } = await writeCheckRuns(service, {
      repositoryId: repository.id,
      sha: body.headSha,
      actorId: (await actorOf(service, principal)).id,
      checkSuite: body.checkSuite,
      checkRuns: body.checkRuns,
    });
    const checkRuns = await checkRunBodies(
      service,
      repository,
      runs.map(({ run }) => ({ run, suite })),
    );
    const results = checkRuns.flatMap((checkRun, index) => {
      const outcome = runs[index]?.outcome;
      return outcome ? [{ checkRun, outcome }] : [];
    });
    return { checkSuite: await checkSuiteBody(service, repository, suite), checkRuns, results };
  },
);
