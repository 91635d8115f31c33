import { postCheckRun } from "@/lib/contract/hosting/post-check-run";
import { implement } from "../../core/http/implement";
import { actorOf } from "../actors/actor";
import { requireRepository } from "../repositories/access";
import { checkRunBody, checkSuiteBody } from "./check-body";
import { requireCheckedCommit } from "./checked-commit";
import { checkMoments, writeCheckRuns } from "./write-check-runs";

export const postCheckRunOperation = implement(postCheckRun, async ({ principal, params, body }, service) => {
  const repository = await requireRepository(service, principal, params, "write");
  checkMoments(service.clock.now(), body.checkRun, "checkRun");
  await requireCheckedCommit(service, repository.id, body.headSha);
  const { suite, runs } = await writeCheckRuns(service, {
    repositoryId: repository.id,
    sha: body.headSha,
    actorId: (await actorOf(service, principal)).id,
    checkSuite: body.checkSuite,
    checkRuns: [body.checkRun],
  });
  const [written] = runs;
  if (!written) throw new Error("a post was not answered");
  return {
    checkSuite: await checkSuiteBody(service, repository, suite),
    checkRun: await checkRunBody(service, repository, { run: written.run, suite }),
    outcome: written.outcome,
  };
});
