import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFile, git } from "@/git/testing/git-fixture";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { detachRepoMirror } from "@/lib/contract/hosting/mirrors/detach-repo-mirror";
import { syncMirror } from "@/lib/contract/hosting/mirrors/sync-mirror";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { addListener, type Receiver, startReceiver } from "../webhooks/testing/webhook-fixture";
import { type MirrorHarness, startMirrorHarness } from "./testing/mirror-fixture";

let harness: MirrorHarness;
let receiver: Receiver;

beforeAll(async () => {
  harness = await startMirrorHarness({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  harness.connect();
  receiver = await startReceiver();
  await addListener(harness.test, receiver);
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

describe("events of mirrors", () => {
  it("H-HOOK-19 H-HOOK-21 are sent for pushes to an outbound mirror, not for fetches of an inbound one", {
    tags: ["long"],
  }, async () => {
    const { id, params } = await harness.create("follower");
    const isFor = (type: string) => (request: { type: string; raw: string }) =>
      request.type === type && request.raw.includes(id);
    await harness.runTransition(params, "initial_to_inbound");
    await commitFile(harness.work, "more.txt", "More\n");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:main");
    await harness.test.call(syncMirror, { params, body: { ref: "refs/heads/main", wait: true } });
    const sha = (await git(harness.work, "rev-parse", "HEAD")).trim();
    await harness.runTransition(params, "inbound_to_outbound");
    await harness.test.call(createGitRef, { params, body: { ref: "refs/heads/local", sha } });
    const pushed = await receiver.take(isFor("repository.pushed"));
    expect(pushed.payload).toMatchObject({ refUpdates: [{ ref: "refs/heads/local", after: sha, created: true }] });
    expect(receiver.received.filter(isFor("repository.pushed"))).toHaveLength(1);
  });

  it("H-MERGE-03 H-MIRROR-44 are sent for an inbound mirror, except pushes, whether merged locally or upstream", {
    tags: ["long"],
  }, async () => {
    const { id, params, dir } = await harness.create("provided");
    const isFor = (type: string) => (request: { type: string; raw: string }) =>
      request.type === type && request.raw.includes(id);
    await git(harness.work, "switch", "--quiet", "--create", "topic");
    await commitFile(harness.work, "topic.txt", "Topic\n");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:topic");
    await git(harness.work, "switch", "--quiet", "-");
    await harness.runTransition(params, "initial_to_inbound");
    const body = { title: "Topic", head: "topic", base: "main" };
    const { number } = await harness.test.call(createPullRequest, { params, body });
    const created = await receiver.take(isFor("pull_request.created"));
    expect(created.payload).toMatchObject({ pullRequest: { number }, repository: { id, name: "provided" } });

    const path = `/v1/repohost/repos/acme/provided/pulls/${number}/merge`;
    expect(await harness.test.send("POST", path, { body: {} })).toMatchObject({ status: 400, body: { code: 9 } });
    await git(harness.work, "merge", "--quiet", "--no-ff", "--no-edit", "topic");
    await git(harness.work, "push", "--quiet", "origin", "HEAD:main");
    await harness.test.call(syncMirror, { params, body: { ref: "refs/heads/main", wait: true } });
    const merged = (await git(harness.work, "rev-parse", "HEAD")).trim();
    expect((await git(dir, "rev-parse", "refs/heads/main")).trim()).toBe(merged);

    const at = { ...params, pullNumber: number };
    await harness.test.call(updatePullRequest, { params: at, body: { title: "Renamed" } });
    await receiver.take(isFor("pull_request.metadata.updated"));
    expect(receiver.received.filter(isFor("repository.pushed"))).toEqual([]);
  });

  it("H-EVENT-39 repository.deleted is sent once when an inbound mirror is detached", async () => {
    const { params } = await harness.create("detached");
    await harness.runTransition(params, "initial_to_inbound");
    const { id, name, owner } = await harness.test.call(getRepo, { params });
    await harness.test.call(detachRepoMirror, { params });
    const { payload } = await receiver.take("repository.deleted");
    expect(payload).toEqual({ repository: { id, name, owner }, deletedAt: expect.any(String) });
    await harness.test.call(detachRepoMirror, { params });
    await harness.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "later" } });
    await receiver.take(({ type, raw }) => type === "repository.created" && raw.includes('"later"'));
    expect(receiver.received.filter(({ type }) => type === "repository.deleted")).toHaveLength(1);
  });
});
