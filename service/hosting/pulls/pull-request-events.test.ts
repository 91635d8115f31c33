import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { BodyInputOf } from "@/lib/contract/operation";
import { addRuleset, deleteRulesets } from "../rulesets/testing/ruleset-fixture";
import { addListener, type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let hosted: PullRequests;
let receiver: Receiver;

beforeAll(async () => {
  hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  receiver = await startReceiver();
  await addListener(hosted.test, receiver);
  await receiver.take("installation.created");
});
afterAll(async () => {
  await hosted.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.splice(0);
});

const at = (pullNumber: string) => ({ ...hosted.params, pullNumber });
const update = (number: string, body: BodyInputOf<typeof updatePullRequest>) =>
  hosted.test.call(updatePullRequest, { params: at(number), body });
const reference = () => ({ id: hosted.repo.id, name: "Widgets", owner: hosted.repo.owner });

/** The pull request as in an event: without labels. */
async function eventBody(number: string) {
  await hosted.test.service.mergePreparation.idle();
  const { labels: _labels, ...record } = await hosted.test.call(getPullRequest, { params: at(number) });
  return record;
}

describe("events of a change that bypasses rules", () => {
  it("contain the actor, the rules and the reason", { tags: ["long"] }, async () => {
    const bypassActors = [{ repohostRole: { role: "repository_admin" as const }, bypassMode: "always" as const }];
    const push = await addRuleset(hosted, "push_branch", { block_direct_updates: {} }, { bypassActors });
    await hosted.branch("hotfix", { "hotfix.txt": "1\n" });
    const actor = { user: { email: "admin@localhost" } };
    const rules = [{ ruleset: { id: push.id, name: "Guard" }, ruleType: "block_direct_updates" }];
    const pushed = await receiver.take("repository.pushed");
    expect(pushed.payload).toMatchObject({ refUpdates: [{ ref: "refs/heads/hotfix", bypass: { actor, rules } }] });
    await deleteRulesets(hosted);
    await addRuleset(hosted, "merge_branch", { pull_request: {} }, { bypassActors });
    const { number } = await hosted.open("hotfix");
    receiver.received.splice(0);
    const headers = { "rule-bypass": "reason=Outage" };
    expect((await hosted.test.send("POST", `${hosted.path}/pulls/${number}/merge`, { headers, body: {} })).status).toBe(
      200,
    );
    const bypass = { actor, reason: "Outage", rules: [{ ruleType: "pull_request" }] };
    expect((await receiver.take("pull_request.merged")).payload).toMatchObject({
      pullRequest: { mergeBypass: bypass },
    });
    const base = await receiver.take("repository.pushed");
    expect(base.payload).toMatchObject({ refUpdates: [{ ref: "refs/heads/main", bypass }] });
    expect(base.payload).not.toHaveProperty("pusher");
    await deleteRulesets(hosted);
  });
});

describe("events of a pull request", () => {
  it("H-EVENT-01 H-EVENT-02 contain the pull request with version and author, without labels", async () => {
    await hosted.branch("bug", { "carried.txt": "1\n" });
    const { number } = await hosted.open("bug", { body: "Why" });
    const { payload } = await receiver.take("pull_request.created");
    const record = await eventBody(number);
    const unknown = { state: "unknown" };
    expect(payload).toEqual({
      pullRequest: { ...record, version: { ...record.version, potentialMergeCommit: unknown } },
      repository: reference(),
    });
    expect(record.author).toMatchObject({ user: { email: "admin@localhost" } });

    await hosted.test.call(createLabel, { params: hosted.params, body: { name: "bug", color: "aabbcc" } });
    await hosted.test.call(addPullRequestLabels, { params: at(number), body: { labels: ["bug"] } });
    const second = await hosted.branch("bug", { "carried.txt": "2\n" });
    const pushed = await receiver.take("pull_request.head_ref.pushed");
    expect(pushed.payload).toMatchObject({
      pullRequest: { head: { sha: second }, version: { number: "2", headSha: second, potentialMergeCommit: unknown } },
    });
    expect(pushed.payload.pullRequest).not.toHaveProperty("labels");
    await update(number, { state: "closed" });
    const closed = await receiver.take("pull_request.closed");
    expect(closed.payload).toMatchObject({
      pullRequest: { state: "closed", version: { number: "2" }, author: record.author },
    });
    expect(closed.payload.pullRequest).not.toHaveProperty("labels");
  });

  it("H-EVENT-03 contain the test merge commit as of the event", async () => {
    await hosted.branch("prepared", { "prepared.txt": "1\n" });
    const { number } = await hosted.open("prepared");
    const created = await receiver.take("pull_request.created");
    expect(created.payload).toMatchObject({ pullRequest: { version: { potentialMergeCommit: { state: "unknown" } } } });
    const { version } = await eventBody(number);
    expect(version.potentialMergeCommit.state).toBe("prepared");
    await update(number, { title: "Now prepared" });
    const changed = await receiver.take("pull_request.metadata.updated");
    expect(changed.payload).toMatchObject({ pullRequest: { title: "Now prepared", version } });
  });

  it("H-EVENT-04 contain the stack as of the event", async () => {
    await hosted.branch("stack-root", { "root.txt": "1\n" });
    await hosted.branch("stack-child", { "child.txt": "1\n" }, "stack-root");
    const root = await hosted.open("stack-root");
    expect((await receiver.take("pull_request.created")).payload.pullRequest).not.toHaveProperty("stack");
    const child = await hosted.open("stack-child", { base: "stack-root", parentPullRequest: { id: root.id } });
    const created = await receiver.take("pull_request.created");
    expect(created.payload).toMatchObject({
      pullRequest: {
        id: child.id,
        stack: {
          id: child.stack?.id,
          parentPullRequest: { id: root.id, number: root.number, repository: reference() },
        },
      },
    });
    await update(child.number, { parentPullRequest: { clear: true } });
    await update(child.number, { title: "Alone" });
    const alone = await receiver.take("pull_request.metadata.updated");
    expect(alone.payload.pullRequest).not.toHaveProperty("stack");
  });

  it("H-PR-49 H-EVENT-05 are sent when closed by a user, a deleted branch or unrelated histories", {
    tags: ["long"],
  }, async () => {
    for (const name of ["by-hand", "deleted", "unrelated"]) await hosted.branch(name, { [`${name}.txt`]: "1\n" });
    const [byHand, deleted, unrelated] = [
      await hosted.open("by-hand"),
      await hosted.open("deleted"),
      await hosted.open("unrelated"),
    ];
    const isClosed = ({ id }: { id: string }) => {
      const matches = (request: { type: string; payload: Readonly<Record<string, unknown>> }) =>
        request.type === "pull_request.closed" && JSON.stringify(request.payload).includes(id);
      return receiver.take(matches);
    };
    await update(byHand.number, { state: "closed" });
    expect((await isClosed(byHand)).payload).toMatchObject({ pullRequest: { state: "closed", merged: false } });
    await hosted.pushed("--delete", "deleted");
    await isClosed(deleted);
    await hosted.git("switch", "--quiet", "--orphan", "orphan");
    await hosted.commit({ "orphan.txt": "1\n" });
    await hosted.pushed("--force", "orphan:unrelated");
    await hosted.git("switch", "--quiet", "main");
    await isClosed(unrelated);
    // An already closed pull request isn't closed again.
    await update(byHand.number, { state: "closed" });
    await update(byHand.number, { title: "Still closed" });
    await receiver.take("pull_request.metadata.updated");
    const mentionsClosed = (text: string) => [byHand, deleted, unrelated].some(({ id }) => text.includes(id));
    const closes = receiver.received.filter(({ type, raw }) => type === "pull_request.closed" && mentionsClosed(raw));
    expect(closes).toHaveLength(3);
  });

  it("H-PR-45 are sent for every other lifecycle change, but not for no-ops", { tags: ["long"] }, async () => {
    await hosted.branch("life", { "life.txt": "1\n" });
    await hosted.branch("life-base", { "base.txt": "1\n" });
    const { number, title } = await hosted.open("life", { draft: true });
    await update(number, { title });
    await update(number, { draft: false });
    await update(number, { base: "life-base" });
    await update(number, { state: "closed" });
    await update(number, { state: "open" });
    await update(number, { state: "closed" });
    const moved = await hosted.branch("life", { "life.txt": "2\n" });
    await update(number, { state: "open" });
    await update(number, { base: "main", body: "Ready" });
    await hosted.test.call(mergePullRequest, { params: at(number), body: {} });
    const merged = await receiver.take("pull_request.merged");
    expect(merged.payload).toMatchObject({ pullRequest: { state: "merged", merged: true, number } });
    await receiver.take(({ payload }) => JSON.stringify(payload).includes('"refs/heads/main"'));
    // The version recorded when reopening after the head moved.
    const pushed = receiver.received.find(({ type }) => type === "pull_request.head_ref.pushed");
    expect(pushed?.payload).toMatchObject({
      pullRequest: { number, state: "open", head: { sha: moved }, version: { headSha: moved } },
    });
    expect(receiver.received.map(({ type }) => type).filter((type) => type !== "repository.pushed")).toEqual([
      "pull_request.created",
      "pull_request.published",
      "pull_request.base_ref.updated",
      "pull_request.closed",
      "pull_request.reopened",
      "pull_request.closed",
      "pull_request.reopened",
      "pull_request.head_ref.pushed",
      "pull_request.metadata.updated",
      "pull_request.base_ref.updated",
      "pull_request.merged",
    ]);
    await hosted.git("pull", "--quiet", hosted.dir, "main");
  });

  it("are sent when it is retargeted after its base was merged", { tags: ["long"] }, async () => {
    await hosted.branch("lower", { "lower.txt": "1\n" });
    await hosted.branch("upper", { "upper.txt": "1\n" }, "lower");
    const lower = await hosted.open("lower");
    const upper = await hosted.open("upper", { base: "lower" });
    await hosted.test.call(mergePullRequest, { params: at(lower.number), body: {} });
    await hosted.pushed("--delete", "lower");
    const { payload } = await receiver.take("pull_request.base_ref.updated");
    expect(payload).toMatchObject({ pullRequest: { id: upper.id, base: { ref: "main" } } });
  });
});
