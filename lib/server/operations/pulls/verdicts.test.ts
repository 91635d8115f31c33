import { beforeEach, expect, it } from "vitest";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { createPullJudge } from "./pull-judge";
import { createPullStatuses } from "./pull-status";
import { pull, repo, verdict } from "./testing/pull-fixtures";
import { createVerdicts } from "./verdicts";

const repository = { ownerSlug: "demo", repoName: "orders" };

let clock: FakeClock;
let asked: number;
let opened: ReturnType<typeof pull>;
let inNeed: ReturnType<typeof createPullJudge>;
let statusesOf: ReturnType<typeof createPullStatuses>;

const listed = async () => (await statusesOf(repository, [{ number: "1", headSha: opened.head.sha }])).statuses[0];

beforeEach(() => {
  clock = new FakeClock();
  clock.advance(Date.parse("2026-02-01T00:00:00Z"));
  asked = 0;
  opened = pull("1");
  const verdicts = createVerdicts(async () => {
    asked += 1;
    return { ...verdict(), evaluatedAt: new Date(clock.now()).toISOString() };
  }, clock);
  const source = {
    repositories: async () => [repo],
    openPulls: async () => ({ pullRequests: [opened], nextPageToken: "" }),
  };
  inNeed = createPullJudge(source, verdicts, clock);
  statusesOf = createPullStatuses({
    checks: async () => [],
    verdicts,
    budget: async () => ({ limit: 600, remaining: 600, reset: 60 }),
    clock,
  });
});

it("is read once for the list of pull requests and for what needs somebody, whoever asks first", async () => {
  expect(await listed()).toMatchObject({ verdict: { verdict: "mergeable" } });
  expect((await inNeed()).pulls).toMatchObject([{ number: "1", need: "ready" }]);
  expect(asked).toBe(1);
  clock.advance(121_000);
  await inNeed();
  expect(asked).toBe(2);
  // Five minutes after the first reading, not yet after the second.
  clock.advance(180_000);
  await listed();
  expect(asked).toBe(2);
});

it("is read once for both at the same time", async () => {
  const [status, { pulls }] = await Promise.all([listed(), inNeed()]);
  expect([status?.verdict?.verdict, pulls[0]?.need]).toEqual(["mergeable", "ready"]);
  expect(asked).toBe(1);
});

it("is read again for what needs somebody when the pull request changed since the list read it", async () => {
  await listed();
  clock.advance(60_000);
  opened = pull("1", { updatedAt: new Date(clock.now() - 1_000).toISOString() });
  await inNeed();
  expect(asked).toBe(2);
  opened = { ...opened, base: { ref: "main", sha: "c" } };
  clock.advance(31_000);
  await inNeed();
  expect(asked).toBe(3);
});
