import { postCheckRun } from "@/lib/contract/hosting/checks/post-check-run";
import type { HostingContext } from "../../core/hosting-context";
import { implement } from "../../core/http/implement";
import { requireRepository } from "../access/repository-access";
import { actorOf } from "../actors/actor";
import { checkRunBody, checkSuiteBody } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { validateTimestamps, writeCheckRuns } from "./write-check-runs";

export const postCheckRunOperation = implement(
  postCheckRun,
  async ({ principal, params, body }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params, "write");
    validateTimestamps(context.clock.now(), body.checkRun, "checkRun");
    await requireCheckedCommit(context, repository.id, body.headSha);
    const { suite, runs } = await writeCheckRuns(context, {
      repositoryId: repository.id,
      sha: body.headSha,
      actorId: (await actorOf(context, principal)).id,
      checkSuite: body.checkSuite,
      checkRuns: [body.checkRun],
    });
    const [written] = runs;
    if (!written) throw new Error("check run post returned no result");
    return {
      checkSuite: await checkSuiteBody(context, repository, suite),
      checkRun: await checkRunBody(context, repository, { run: written.run, suite }),
      outcome: written.outcome,
    };
  },
);
