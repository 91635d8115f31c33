import { afterAll, beforeAll, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { chaosPlan } from "../../testing/chaos-plan";
import { verify } from "../../verify/verify";
import { type Checks, startChecks } from "../checks/testing/check-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { addRuleset } from "../rulesets/testing/ruleset-fixture";
import { mergeStates, startRaceLog } from "./testing/mergeability-fixture";

const writersPerKind = 8;
const pulls = 4;
/** Steps per writer: use `STEPS=50` for a long run and `SEED` for another sequence. */
const { size: steps, seed } = chaosPlan("racing writers", { short: 4, long: 40, seed: 32 });

interface Race {
  number: number;
  branch: string;
  /** Number of changes to the file. */
  changes: number;
  /** Commits and expected heads of successful merges. */
  merges: { commit: string; expected: string | undefined }[];
}

let hosted: Checks;
let reviewers: string[];

beforeAll(async () => {
  hosted = await startChecks();
  const users = Array.from({ length: 3 }, (_, at) =>
    addUser(hosted.test.service, { email: `reviewer-${at}@example.test`, teamId: 1 }),
  );
  reviewers = (await Promise.all(users)).map(({ key }) => key);
});
afterAll(() => hosted.close());

const commit = (targetBranch: string, expectedHeadSha: string, count: number) => ({
  targetBranch,
  expectedHeadSha,
  message: `Change ${count}`,
  author: { name: "Ada", email: "ada@example.test" },
  files: [{ path: `${targetBranch}.txt`, content: `${count}\n` }],
});

async function startRace(number: number): Promise<Race> {
  const { test, params, path } = hosted;
  const branch = `race-${number}`;
  const sha = await git(hosted.dir, "rev-parse", "main");
  await test.call(createGitRef, { params, body: { ref: `heads/${branch}`, sha } });
  const change = commit(branch, sha, 0);
  expect((await test.send("POST", `${path}/git/commits:createFromFiles`, { body: change })).status).toBe(200);
  const body = { title: `Race ${number}`, head: branch, base: "main" };
  const opened = await test.call(createPullRequest, { params, body });
  return { number: Number(opened.number), branch, changes: 0, merges: [] };
}

/** One action per kind of writer on a random pull request. Returns the status. */
function writersOf(races: readonly Race[], random: () => number) {
  const { test, path, params } = hosted;
  let stamp = test.service.clock.now() - 3_600_000;
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[Math.floor(random() * list.length)];
    if (chosen === undefined) throw new Error("empty list");
    return chosen;
  };
  const headOf = async ({ number }: Race) =>
    (await test.call(getPullRequest, { params: { ...params, pullNumber: String(number) } })).head.sha;

  return {
    async push() {
      const race = one(races);
      race.changes += 1;
      const body = commit(race.branch, await headOf(race), race.changes);
      return (await test.send("POST", `${path}/git/commits:createFromFiles`, { body })).status;
    },
    async review() {
      const body = { verdict: random() < 0.6 ? "approve" : "request_changes" };
      const address = `${path}/pulls/${one(races).number}/reviews`;
      return (await test.send("POST", address, { body, key: one(reviewers) })).status;
    },
    async check(always = false) {
      const sha = await headOf(one(races));
      stamp += 1;
      const passes = always || random() < 0.7;
      const run = {
        externalUpdatedAt: new Date(stamp).toISOString(),
        ...(passes ? {} : { status: "completed", conclusion: "failure" }),
      };
      return (await hosted.app.send({ sha, run })).status;
    },
    async merge() {
      const race = one(races);
      const expected = random() < 0.5 ? await headOf(race) : undefined;
      const body = { mergeMethod: "merge", ...(expected ? { expectedHeadSha: expected } : {}) };
      const response = await test.send("POST", `${path}/pulls/${race.number}/merge`, { body });
      if (response.status === 200) {
        const { mergeCommitSha, mergedPullNumbers } = mergePullRequest.response.parse(response.body);
        if (mergedPullNumbers.length > 0) race.merges.push({ commit: mergeCommitSha, expected });
      }
      return response.status;
    },
  };
}

it("32 concurrent writers never merge with a stale head, approval or check", {
  tags: ["long"],
  timeout: steps * 60_000,
}, async () => {
  const lint = { actorKind: "app", actorId: hosted.app.appId, groupKey: "ci", runKey: "lint" };
  await addRuleset(hosted, "merge_branch", {
    pull_request: { requiredApprovingReviewCount: 1 },
    require_status_checks: { requiredChecks: [lint] },
  });
  const log = await startRaceLog(hosted.test.service.db);
  const random = seededRandom(seed);
  const races: Race[] = [];
  for (let number = 0; number < pulls; number += 1) races.push(await startRace(number));
  const act = writersOf(races, random);

  const statuses: number[] = [];
  const writer = async (step: () => Promise<number>) => {
    for (let count = 0; count < steps; count += 1) statuses.push(await step());
  };
  const kinds = [() => act.merge(), () => act.push(), () => act.review(), () => act.check()];
  await Promise.all(kinds.flatMap((step) => Array.from({ length: writersPerKind }, () => writer(step))));
  expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);

  // Finish the remaining pull requests while other writers continue.
  for (const race of races) {
    const last = writersOf([race], random);
    for (let tries = 0; race.merges.length === 0 && tries < 100; tries += 1) {
      await Promise.all([last.review(), last.review(), last.check(tries % 2 === 0), last.merge(), last.merge()]);
    }
    expect(race.merges, `${race.branch} should be merged exactly once`).toHaveLength(1);
  }

  const merged = races.flatMap(({ merges }) => merges);
  const merges = await git(hosted.dir, "log", "--first-parent", "--merges", "--format=%H %P", "main");
  const lines = merges.split("\n").map((line) => line.split(" "));
  const second = new Map(lines.map(([id = "", , parent = ""]) => [id, parent]));
  expect([...second.keys()].sort()).toEqual(merged.map((each) => each.commit).sort());
  for (const each of merged) expect(second.get(each.commit)).toBe(each.expected ?? second.get(each.commit));

  const then = mergeStates(await log(), second);
  expect(then.map(({ pull }) => pull).sort()).toEqual(races.map(({ number }) => number).sort());
  for (const merge of then) {
    expect(merge).toMatchObject({ headOfBranch: true, latestVersion: true, checked: true });
    expect(merge.approvals, `approvals of #${merge.pull}`).toBeGreaterThan(0);
  }
  expect((await verify(hosted.test.service)).problems).toEqual([]);
});
