import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteRepository } from "@/lib/contract/admin/repositories/delete-repository";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { updateRepo } from "@/lib/contract/hosting/repositories/update-repo";
import { repositories } from "../../core/store/tables/repositories";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addListener, type ListeningApp, type Receiver, startReceiver } from "./testing/webhook-fixture";

let hosted: PullRequests;
let receiver: Receiver;
let listener: ListeningApp;

beforeAll(async () => {
  hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  receiver = await startReceiver();
  listener = await addListener(hosted.test, receiver);
  await receiver.take("installation.created");
});
afterAll(async () => {
  await hosted.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.splice(0);
});

const reference = () => ({ id: hosted.repo.id, name: "Widgets", owner: hosted.repo.owner });
const ofRef = (ref: string) => (request: { type: string; payload: Readonly<Record<string, unknown>> }) =>
  request.type === "repository.pushed" && JSON.stringify(request.payload).includes(`"${ref}"`);
const zero = "0".repeat(40);

describe("repository.pushed", () => {
  it("H-HOOK-20 H-EVENT-37 is sent for a push to a native repository, with its refs and pusher", async () => {
    await hosted.git("switch", "--quiet", "--create", "pushed");
    const first = await hosted.commit({ "p.txt": "1\n" }, "One");
    await hosted.pushed("pushed");
    const created = await receiver.take(ofRef("refs/heads/pushed"));
    expect(created.payload).toEqual({
      repository: reference(),
      refUpdates: [
        {
          ref: "refs/heads/pushed",
          before: zero,
          after: first,
          created: true,
          deleted: false,
          forced: false,
          headCommit: {
            sha: first,
            author: { name: expect.any(String), email: expect.any(String), date: expect.any(String) },
            committer: expect.anything(),
            message: "One\n",
          },
        },
      ],
      refUpdatesCount: 1,
      pushedAt: expect.any(String),
      pusher: { user: expect.objectContaining({ id: expect.stringMatching(/^user_/), email: "admin@localhost" }) },
    });

    const second = await hosted.commit({ "p.txt": "2\n" }, "Two");
    await hosted.pushed("pushed");
    const forward = await receiver.take(ofRef("refs/heads/pushed"));
    expect(forward.payload).toMatchObject({ refUpdates: [{ before: first, after: second, forced: false }] });

    await hosted.git("reset", "--quiet", "--hard", "HEAD~1");
    const other = await hosted.commit({ "p.txt": "3\n" }, "Three");
    await hosted.git("tag", "--annotate", "--message=A tag", "v1");
    await hosted.pushed("--force", "pushed", "v1");
    const forced = await receiver.take(ofRef("refs/heads/pushed"));
    expect(forced.payload).toMatchObject({
      refUpdatesCount: 2,
      refUpdates: expect.arrayContaining([
        expect.objectContaining({ ref: "refs/heads/pushed", before: second, after: other, forced: true }),
        expect.objectContaining({ ref: "refs/tags/v1", headCommit: expect.objectContaining({ sha: other }) }),
      ]),
    });

    await hosted.pushed("--delete", "pushed");
    const deletion = await receiver.take(ofRef("refs/heads/pushed"));
    const [update] = deletion.payload.refUpdates as object[];
    expect(update).toEqual({
      ref: "refs/heads/pushed",
      before: other,
      after: zero,
      created: false,
      deleted: true,
      forced: false,
    });
    await hosted.git("switch", "--quiet", "main");
  });

  it("lists at most 100 refs and counts all", { tags: ["long"] }, async () => {
    const head = await hosted.git("rev-parse", "main");
    const lines = Array.from({ length: 120 }, (_each, index) => `refs/tags/many-${index}`);
    for (const ref of lines) await hosted.git("update-ref", ref, head);
    await hosted.pushed("--tags");
    const { payload } = await receiver.take("repository.pushed");
    expect(payload).toMatchObject({ refUpdatesCount: 120 });
    expect(payload.refUpdates).toHaveLength(100);
  });

  it("H-MERGE-02 is sent for API ref updates, and for merges without a pusher", { tags: ["long"] }, async () => {
    const sha = await hosted.git("rev-parse", "main");
    await hosted.test.call(createGitRef, { params: hosted.params, body: { ref: "refs/heads/by-api", sha } });
    const creation = await receiver.take(ofRef("refs/heads/by-api"));
    expect(creation.payload).toMatchObject({ pusher: { user: { email: "admin@localhost" } } });

    await hosted.branch("to-merge", { "merge.txt": "m\n" });
    const { number } = await hosted.open("to-merge");
    const params = { ...hosted.params, pullNumber: number };
    const { mergeCommitSha } = await hosted.test.call(mergePullRequest, { params, body: {} });
    const moved = await receiver.take(ofRef("refs/heads/main"));
    expect(moved.payload).toMatchObject({
      refUpdates: [{ ref: "refs/heads/main", before: sha, after: mergeCommitSha, forced: false }],
    });
    expect(moved.payload).not.toHaveProperty("pusher");
    await hosted.git("pull", "--quiet", hosted.dir, "main");
  });
});

describe("a repository", () => {
  it("H-EVENT-36 repository.created contains the repository with cloneUrl", async () => {
    const repo = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Fresh" } });
    const { payload } = await receiver.take("repository.created");
    expect(payload).toEqual({ repository: repo });
    expect(repo.cloneUrl).toBe(`${hosted.test.service.settings.gitUrl}/Acme/Fresh.git`);
  });

  it("H-EVENT-42 H-EVENT-43 H-EVENT-44 repository.metadata.updated contains only the repository after the change", async () => {
    const sha = await hosted.git("rev-parse", "main");
    await hosted.test.call(createGitRef, { params: hosted.params, body: { ref: "refs/heads/trunk", sha } });
    await hosted.test.call(updateRepo, { params: hosted.params, body: { defaultBranch: "trunk" } });
    const { payload } = await receiver.take("repository.metadata.updated");
    const { viewerPermission: _, ...updated } = await hosted.test.call(getRepo, { params: hosted.params });
    expect(payload).toEqual({ repository: updated });
    expect(payload).toMatchObject({ repository: { defaultBranch: "trunk" } });
    await hosted.test.call(updateRepo, { params: hosted.params, body: { defaultBranch: "main" } });
    await receiver.take("repository.metadata.updated");
    // Already the default branch: no change.
    await hosted.test.call(updateRepo, { params: hosted.params, body: { defaultBranch: "main" } });
    await hosted.pushed("main:refs/heads/after-nothing");
    await receiver.take(ofRef("refs/heads/after-nothing"));
    expect(receiver.received.filter(({ type }) => type === "repository.metadata.updated")).toHaveLength(2);
  });

  it("repository.metadata.updated is sent when a first push sets the default branch", async () => {
    const repo = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Chosen" } });
    const remote = new URL(`${hosted.test.service.origin()}/acme/chosen.git`);
    remote.username = "x-access-token";
    remote.password = hosted.test.keys.user;
    await hosted.git("push", "--quiet", remote.href, "main:develop");
    const { payload } = await receiver.take("repository.metadata.updated");
    expect(payload).toMatchObject({ repository: { id: repo.id, defaultBranch: "develop" } });
  });

  it("H-EVENT-38 H-EVENT-40 repository.deleted is sent once, with a reference and the time", async () => {
    const repo = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Passing" } });
    const key = hosted.test.keys.admin;
    const params = { repositoryId: repo.id };
    await hosted.test.call(deleteRepository, { key, params });
    const { payload } = await receiver.take("repository.deleted");
    expect(payload).toEqual({
      repository: { id: repo.id, name: "Passing", owner: repo.owner },
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const { db, repositories: store } = hosted.test.service;
    expect(await db.select().from(repositories).where(eq(repositories.id, repo.id))).toEqual([]);
    expect(await store.exists(repo.id)).toBe(false);
    const path = `/admin/v1/repositories/${repo.id}`;
    expect(await hosted.test.send("DELETE", path, { key })).toMatchObject({
      status: 404,
      body: { error: { code: "repository_not_found" } },
    });
    await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Later" } });
    await receiver.take(({ payload: { repository } }) => JSON.stringify(repository).includes("Later"));
    expect(receiver.received.filter(({ type }) => type === "repository.deleted")).toHaveLength(1);
  });

  it("H-EVENT-41 H-EVENT-45 require repository:metadata:read, which every installation has", async () => {
    const few = await startReceiver();
    const reader = await addListener(hosted.test, few, { scopes: [] });
    const { id } = await hosted.test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "Seen" } });
    await few.take("repository.created");
    const seen = { ownerSlug: "acme", repoName: "Seen" };
    const remote = new URL(`${hosted.test.service.origin()}/acme/seen.git`);
    remote.username = "x-access-token";
    remote.password = hosted.test.keys.user;
    await hosted.git("push", "--quiet", remote.href, "main", "main:other");
    await hosted.test.call(updateRepo, { params: seen, body: { defaultBranch: "other" } });
    await few.take("repository.metadata.updated");
    await hosted.test.call(deleteRepository, { key: hosted.test.keys.admin, params: { repositoryId: id } });
    await few.take("repository.deleted");
    // Push events require another scope.
    expect(few.received.map(({ type }) => type)).not.toContain("repository.pushed");
    expect(reader.installationId).not.toBe(listener.installationId);
    await few.close();
  });
});
