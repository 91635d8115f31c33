import { afterAll, beforeAll, expect, it } from "vitest";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { parseHostingChange } from "@/lib/model/hosting/hosting-change";
import { notificationChannels } from "@/lib/server/db/notification-schema";
import type { NotificationEvent } from "@/lib/server/db/record-notification";
import { addUser as addDashboardUser } from "@/lib/server/db/users";
import { startNotificationBench } from "@/lib/server/notifications/testing/notification-bench";
import { type Checks, startChecks } from "@/service/hosting/checks/testing/check-fixture";
import { addUser } from "@/service/hosting/repositories/testing/repository-fixture";
import { addListener, type Receiver, startReceiver } from "@/service/hosting/webhooks/testing/webhook-fixture";
import { notificationsOf } from "./notifications-of-event";

const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock({ running: true });

let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let checks: Checks;
let receiver: Receiver;
let author: string;
let reviewer: string;
let reviewerKey: string;

beforeAll(async () => {
  checks = await startChecks(clock, { WEBHOOK_LOCAL_RECEIVERS: "1" });
  bench = await startNotificationBench(checks.test.url);
  receiver = await startReceiver();
  await addListener(checks.test, receiver);
  reviewerKey = (await addUser(checks.test.service, { email: "reviewer@example.test", teamId: 1 })).key;
  const user = async (email: string) => {
    const id = crypto.randomUUID();
    await addDashboardUser(bench.store, { id, email, displayName: email, role: "operator", createdAt: new Date() });
    return id;
  };
  author = await user("admin@localhost");
  reviewer = await user("reviewer@example.test");
  // Nothing is read for events that no channel notifies about.
  await bench.store.database.delete(notificationChannels);
});
afterAll(async () => {
  await receiver.close();
  await checks.close();
  await bench.close();
});

/** The notifications about the next event of a type that the service sends. */
async function notificationsOfNext(type: string): Promise<NotificationEvent[]> {
  const { payload, eventId } = await receiver.take(type);
  const event = { id: eventId, type, eventTime: new Date(clock.now()).toISOString(), payload: { ...payload } };
  const change = parseHostingChange(type, payload);
  if (!change) throw new Error("no change");
  const service = {
    ...bench.parts.service,
    credentials: { authorization: async () => `Bearer ${checks.test.keys.user}` },
  };
  // Pull requests of checks are looked up before.
  const affected = change.what === "checks" ? { ...change, pulls: ["1"] } : change;
  return notificationsOf({ store: bench.store, service, source: "test", log }, event, affected);
}

it("finds the users that the service's events are about", async () => {
  await checks.branch("first", { "f.txt": "one\n" });
  const first = await checks.open("first");
  expect(await notificationsOfNext("pull_request.created")).toEqual([]);

  const events = [
    "pull_request.opened",
    "pull_request.approved",
    "pull_request.checks_failed",
    "pull_request.review_requested",
  ] as const;
  await bench.channel(author, { kind: "slack", url: "https://hooks.example.com/1" }, { events: [...events] });

  await checks.branch("second", { "b.txt": "one\n" });
  const second = await checks.open("second");
  const pull = { ownerSlug: "Acme", repoName: "Widgets", pullNumber: second.number };
  expect(await notificationsOfNext("pull_request.created")).toMatchObject([
    {
      key: `pull-opened:acme/widgets/${second.number}`,
      type: "pull_request.opened",
      owners: [author],
      onlyOwners: false,
      facts: { pull },
    },
  ]);

  const params = { ...checks.params, pullNumber: first.number };
  await checks.test.call(requestReviewers, { params, body: { users: ["reviewer@example.test"] } });
  expect(await notificationsOfNext("pull_request.reviewer.added")).toMatchObject([
    { type: "pull_request.review_requested", owners: [reviewer], onlyOwners: true },
  ]);

  const review = (verdict: "comment" | "approve") =>
    checks.test.call(createPullRequestReview, { key: reviewerKey, params, body: { verdict, body: "Good" } });
  await review("comment");
  expect(await notificationsOfNext("pull_request.review.submitted")).toEqual([]);
  await review("approve");
  expect(await notificationsOfNext("pull_request.review.submitted")).toMatchObject([
    { type: "pull_request.approved", owners: [author], facts: { by: expect.stringContaining("reviewer") } },
  ]);
});

it("reports failed checks of a commit once, and nothing about passed ones", async () => {
  const sha = await checks.branch("third", { "c.txt": "one\n" });
  await checks.open("third");
  const post = (name: string, conclusion: "success" | "failure") =>
    checks.app.post({ sha, run: { key: name, externalId: name, name, conclusion } });
  await post("lint", "success");
  expect(await notificationsOfNext("repository.check_run.completed")).toEqual([]);
  await post("test", "failure");
  await post("build", "failure");
  const [first] = await notificationsOfNext("repository.check_run.completed");
  const [second] = await notificationsOfNext("repository.check_run.completed");
  expect(first).toMatchObject({ type: "pull_request.checks_failed", facts: { by: "test" } });
  expect(second?.key).toBe(first?.key);
});
