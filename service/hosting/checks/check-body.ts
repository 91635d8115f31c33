import type { Actor } from "@/lib/contract/hosting/actor";
import type { CheckRun, CheckSuite } from "@/lib/contract/hosting/check";
import { isoTime } from "@/lib/core/clock";
import { type FoundRepository, repositoryReference } from "../access/repository-access";
import { type ActorRef, actorBodies, type Readable } from "../actors/actor";
import type { CheckRunRow, CheckSuiteRow, FoundCheckRun } from "./check-row";

function suiteBody(repository: FoundRepository, suite: CheckSuiteRow, actor: Actor): CheckSuite {
  const { id, sha, key, name, detailsUrl, externalId } = suite;
  return {
    id,
    repository: repositoryReference(repository),
    sha,
    key,
    name,
    ...(detailsUrl === null ? {} : { detailsUrl }),
    createdAt: isoTime(suite.createdAt),
    updatedAt: isoTime(suite.updatedAt),
    externalId,
    actor,
  };
}

const rerequesterOf = (run: CheckRunRow): ActorRef[] =>
  run.rerequestedById === null ? [] : [{ id: run.rerequestedById, appId: run.rerequestedByAppId }];

function outputOf({ outputTitle: title, outputSummary: summary, outputText: text }: CheckRunRow) {
  return title === null || summary === null || text === null ? {} : { output: { title, summary, text } };
}

/** The run's timestamps, without those that are unset. The deadline is included only while the run can still expire. */
function timesOf(run: CheckRunRow) {
  const { startedAt, completedAt, deadlineAt, rerequestedAt, status } = run;
  const canExpire = status === "queued" || status === "in_progress";
  const times = { startedAt, completedAt, deadlineAt: canExpire ? deadlineAt : null, rerequestedAt };
  return Object.fromEntries(Object.entries(times).flatMap(([name, at]) => (at === null ? [] : [[name, isoTime(at)]])));
}

/** Response bodies of check runs in one repository, in the given order. */
export async function checkRunBodies(
  context: Readable,
  repository: FoundRepository,
  found: readonly FoundCheckRun[],
): Promise<CheckRun[]> {
  const refs = found.flatMap(({ run, suite }) => [{ id: suite.actorId }, ...rerequesterOf(run)]);
  const actor = await actorBodies(context, refs);
  return found.map(({ run, suite }) => {
    const [rerequester] = rerequesterOf(run);
    return {
      id: run.id,
      repository: repositoryReference(repository),
      checkSuite: { id: suite.id },
      sha: suite.sha,
      key: run.key,
      name: run.name,
      status: run.status,
      ...(run.conclusion === null ? {} : { conclusion: run.conclusion }),
      ...(run.detailsUrl === null ? {} : { detailsUrl: run.detailsUrl }),
      externalUpdatedAt: isoTime(run.externalUpdatedAt),
      createdAt: isoTime(run.createdAt),
      updatedAt: isoTime(run.updatedAt),
      externalId: run.externalId,
      actor: actor({ id: suite.actorId }),
      ...outputOf(run),
      isRerequestable: run.isRerequestable,
      ...timesOf(run),
      ...(rerequester ? { rerequestedBy: actor(rerequester) } : {}),
    };
  });
}

/** The response body of one check run. */
export async function checkRunBody(
  context: Readable,
  repository: FoundRepository,
  found: FoundCheckRun,
): Promise<CheckRun> {
  const [body] = await checkRunBodies(context, repository, [found]);
  if (!body) throw new Error(`check run ${found.run.id} has no record`);
  return body;
}

/** The response body of one check suite. */
export async function checkSuiteBody(
  context: Readable,
  repository: FoundRepository,
  suite: CheckSuiteRow,
): Promise<CheckSuite> {
  const [body] = await checkSuiteBodies(context, repository, [suite]);
  if (!body) throw new Error(`check suite ${suite.id} has no record`);
  return body;
}

/** Response bodies of check suites in one repository, in the given order. */
export async function checkSuiteBodies(
  context: Readable,
  repository: FoundRepository,
  suites: readonly CheckSuiteRow[],
): Promise<CheckSuite[]> {
  const actor = await actorBodies(
    context,
    suites.map(({ actorId }) => ({ id: actorId })),
  );
  return suites.map((suite) => suiteBody(repository, suite, actor({ id: suite.actorId })));
}
