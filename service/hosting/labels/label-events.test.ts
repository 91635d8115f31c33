import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPullRequestLabels } from "@/lib/contract/hosting/labels/add-pull-request-labels";
import { createLabel } from "@/lib/contract/hosting/labels/create-label";
import { deleteLabel } from "@/lib/contract/hosting/labels/delete-label";
import { removeAllPullRequestLabels } from "@/lib/contract/hosting/labels/remove-all-pull-request-labels";
import { removePullRequestLabel } from "@/lib/contract/hosting/labels/remove-pull-request-label";
import { setPullRequestLabels } from "@/lib/contract/hosting/labels/set-pull-request-labels";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { installedApp } from "../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addListener, type Received, type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";

let hosted: PullRequests;
let receiver: Receiver;
let pull: PullRequest;

beforeAll(async () => {
  hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  receiver = await startReceiver();
  await addListener(hosted.test, receiver);
  await receiver.take("installation.created");
  await hosted.branch("topic", { "a.txt": "a\n" });
  pull = await hosted.open("topic");
  for (const name of ["bug", "later", "now"]) {
    await hosted.test.call(createLabel, {
      params: hosted.params,
      body: { name, color: "aabbcc", description: `A ${name}` },
    });
  }
});
afterAll(async () => {
  await hosted.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.splice(0);
});

const params = () => ({ ...hosted.params, pullNumber: pull.number });
const reference = (of = pull) => ({
  id: of.id,
  number: of.number,
  repository: { id: hosted.repo.id, name: "Widgets", owner: hosted.repo.owner },
});
const summaryOf = ({ type, payload }: Received) => [type.split(".").at(-1), (payload.label as { name: string }).name];
const actor = { user: expect.objectContaining({ email: "admin@localhost" }) };

describe("pull_request.label", () => {
  it("H-EVENT-26 H-EVENT-27 added and removed contain the pull request, the label and the actor", async () => {
    const { labels } = await hosted.test.call(addPullRequestLabels, { params: params(), body: { labels: ["bug"] } });
    const added = await receiver.take("pull_request.label.added");
    expect(added.payload).toEqual({ pullRequest: reference(), label: labels[0], actor });
    expect(labels[0]).toMatchObject({ name: "bug", color: "aabbcc", description: "A bug" });
    await hosted.test.call(removePullRequestLabel, { params: { ...params(), labelName: "bug" } });
    const removed = await receiver.take("pull_request.label.removed");
    expect(removed.payload).toEqual({ pullRequest: reference(), label: labels[0], actor });
  });

  it("H-EVENT-27 shows an app as the actor", async () => {
    const { app, token } = await installedApp(hosted.test, {
      scopes: ["repository:pull_requests:write", "repository:labels:read", "repository:labels:write"],
    });
    await hosted.test.call(addPullRequestLabels, { key: token, params: params(), body: { labels: ["later"] } });
    const { payload } = await receiver.take("pull_request.label.added");
    expect(payload.actor).toEqual({ app: { id: app.id, displayName: "Builder" } });
    await hosted.test.call(removeAllPullRequestLabels, { params: params() });
    await receiver.take("pull_request.label.removed");
  });

  it("is sent for labels that Set changes, not for those it keeps", async () => {
    await hosted.test.call(setPullRequestLabels, { params: params(), body: { labels: ["bug", "later"] } });
    await hosted.test.call(setPullRequestLabels, { params: params(), body: { labels: ["later", "now"] } });
    await hosted.test.call(addPullRequestLabels, { params: params(), body: { labels: ["now"] } });
    await hosted.test.call(removeAllPullRequestLabels, { params: params() });
    for (let each = 0; each < 6; each += 1) await receiver.take();
    const all = receiver.received.map(summaryOf);
    expect(new Set(all.slice(0, 2).map(String))).toEqual(new Set(["added,bug", "added,later"]));
    expect(all.slice(2, 4)).toEqual([
      ["removed", "bug"],
      ["added", "now"],
    ]);
    expect(new Set(all.slice(4).map(String))).toEqual(new Set(["removed,later", "removed,now"]));
  });

  it("H-LABEL-24 removed is sent once per pull request when a label is deleted", async () => {
    await hosted.branch("second", { "b.txt": "b\n" });
    const second = await hosted.open("second");
    for (const { number } of [pull, second]) {
      const at = { ...hosted.params, pullNumber: number };
      await hosted.test.call(addPullRequestLabels, { params: at, body: { labels: ["bug"] } });
    }
    await hosted.test.call(deleteLabel, { params: { ...hosted.params, labelName: "bug" } });
    const removals = [
      await receiver.take("pull_request.label.removed"),
      await receiver.take("pull_request.label.removed"),
    ];
    expect(removals.map(({ payload }) => payload.pullRequest)).toEqual([reference(), reference(second)]);
    const after = { params: { ...hosted.params, pullNumber: second.number }, body: { labels: ["later"] } };
    await hosted.test.call(addPullRequestLabels, after);
    await receiver.take(({ raw }) => raw.includes('"later"'));
    expect(receiver.received.filter(({ type }) => type === "pull_request.label.removed")).toHaveLength(2);
    expect(removals.map(({ payload }) => payload)).toEqual(
      Array(2).fill(expect.objectContaining({ label: expect.objectContaining({ name: "bug" }), actor })),
    );
  });
});
