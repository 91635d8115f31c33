import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Actor } from "@/lib/contract/hosting/actor";
import { addPullRequestCommentReaction } from "@/lib/contract/hosting/comments/add-pull-request-comment-reaction";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { updatePullRequestComment } from "@/lib/contract/hosting/comments/update-pull-request-comment";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { type InstalledApp, installedApp } from "../installations/testing/installation-fixture";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { actorBodies, managedActorId } from "./actor";

let hosted: HostedRepository;
let installed: InstalledApp;
let keys: Record<"user" | "nameless" | "member" | "app" | "serviceAccount", string>;

async function user(email: string, body: object): Promise<string> {
  const admin = { key: hosted.test.keys.admin };
  const path = `/admin/v1/teams/1/users/${email}`;
  await hosted.test.send("PUT", path, { ...admin, body });
  const created = await hosted.test.send("POST", `${path}/keys`, { ...admin, body: { name: "test" } });
  return String(Object(created.body).key);
}

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({ "a.txt": "a\n" });
  await hosted.push("main");
  const scopes = [
    "repository:pull_requests:write",
    "repository:pull_requests:reviews:write",
    "repository:contents:write",
    "namespace:user_tokens:write",
  ];
  installed = await installedApp(hosted.test, { scopes });
  keys = {
    user: await user("ada@example.test", { firstName: "Ada", lastName: "Lovelace", handle: "@ada" }),
    nameless: await user("nameless@example.test", {}),
    member: "",
    app: installed.token,
    serviceAccount: hosted.test.keys.serviceAccount,
  };
  const params = { installationId: installed.installationId };
  const body = { userEmail: "ada@example.test" };
  const minted = await hosted.test.call(createInstallationUserToken, { key: installed.app.jwt(), params, body });
  keys.member = minted.token;
});
afterAll(() => hosted.close());

let branches = 0;
/** Opens a pull request with a key and returns its author. */
async function authorBy(key: string): Promise<unknown> {
  branches += 1;
  const head = `topic-${branches}`;
  const sha = await hosted.commit({ [head]: head });
  await hosted.push(`${sha}:refs/heads/${head}`);
  const response = await hosted.test.send("POST", `${hosted.path}/pulls`, {
    key,
    body: { title: head, head, base: "main" },
  });
  expect(response.status).toBe(200);
  return Object(response.body).author;
}

describe("an actor", () => {
  it("H-ACTOR-01 H-ACTOR-02 H-ACTOR-03 has exactly one of user, app and serviceAccount, and no other fields", {
    tags: ["long"],
  }, async () => {
    for (const key of Object.values(keys)) {
      const author = Actor.strict().parse(await authorBy(key));
      expect(Object.keys(author)).toHaveLength(1);
      expect(["user", "app", "serviceAccount"]).toContain(Object.keys(author)[0]);
    }
  });

  it("H-ACTOR-04 H-ACTOR-07 H-ACTOR-10 is a user with id, email and public handle, without performedVia when acting directly", async () => {
    expect(await authorBy(keys.user)).toEqual({
      user: {
        id: expect.stringMatching(/^user_/),
        email: "ada@example.test",
        displayName: "Ada Lovelace",
        handle: "ada",
      },
    });
  });

  it("H-ACTOR-06 H-ACTOR-08 omits a missing name and a private handle", async () => {
    const author = await authorBy(keys.nameless);
    expect(author).toEqual({ user: { id: expect.any(String), email: "nameless@example.test" } });
    await user("ada@example.test", { handle: null });
    expect(await authorBy(keys.user)).not.toHaveProperty("user.handle");
    await user("ada@example.test", { handle: "ada" });
  });

  it("H-ACTOR-11 has no performedVia without a known app", async () => {
    const bodyOf = await actorBodies(hosted.test.service, [{ id: "user_gone" }]);
    expect(bodyOf({ id: "user_gone", appId: null })).toEqual({ user: { id: "user_gone", email: "" } });
    expect(await authorBy(keys.member)).toHaveProperty("user.performedVia.app.id", installed.app.id);
  });

  it("H-ACTOR-09 keeps performedVia on what an app wrote for the user, even after later edits", async () => {
    const { test, params: at } = hosted;
    const sha = await hosted.commit({ "via.txt": "via" });
    await hosted.push(`${sha}:refs/heads/via`);
    const by = { key: keys.user };
    const opened = { title: "Via", head: "via", base: "main" };
    const pull = await test.call(createPullRequest, { ...by, params: at, body: opened });
    const params = { ...at, pullNumber: pull.number };
    const member = { key: keys.member, params };
    const through = (field: string) => [`${field}.user.performedVia.app.id`, installed.app.id] as const;

    const comment = await test.call(createPullRequestComment, { ...member, body: { body: "Hello" } });
    expect(comment).toHaveProperty(...through("author"));
    const commentId = comment.id;
    const ofComment = { params: { ...at, commentId } };
    await test.call(addPullRequestCommentReaction, { ...ofComment, key: keys.member, body: { emoji: "🚀" } });
    const edited = await test.call(updatePullRequestComment, { ...ofComment, ...by, body: { body: "Edited" } });
    expect(edited).toHaveProperty(...through("author"));
    expect(edited).toHaveProperty(...through("reactions.0.reactor"));
    const direct = await test.call(createPullRequestComment, { ...by, params, body: { body: "Myself" } });
    expect(direct.author.user).not.toHaveProperty("performedVia");

    const verdict = { verdict: "request_changes" as const, body: "No", comments: [{ body: "Here" }] };
    const review = await test.call(createPullRequestReview, { ...member, body: verdict });
    expect(review).toHaveProperty(...through("author"));
    const reviewed = { ...params, reviewId: review.id };
    const gone = { params: reviewed, key: keys.member, body: { message: "Done" } };
    const dismissed = await test.call(dismissPullRequestReview, gone);
    expect(dismissed).toHaveProperty(...through("dismissal.dismissedBy"));
    const own = await test.call(createPullRequestReview, { ...by, params, body: { verdict: "comment", body: "Me" } });
    expect(own.author.user).not.toHaveProperty("performedVia");
    const { comments } = await test.call(listPullRequestComments, { ...by, params });
    const here = comments.find(({ body }) => body === "Here");
    expect(here).toHaveProperty(...through("author"));
  });

  it("can't approve a pull request that an app opened on its behalf", async () => {
    await authorBy(keys.member);
    const params = { ...hosted.params, state: "open" };
    const { pullRequests } = await hosted.test.call(listPullRequests, { params });
    const [pull] = pullRequests;
    expect(pull?.author).toHaveProperty("user.performedVia.app.id", installed.app.id);
    for (const key of [keys.member, keys.user]) {
      const path = `${hosted.path}/pulls/${pull?.number}/reviews`;
      expect(await hosted.test.send("POST", path, { key, body: { verdict: "approve" } })).toMatchObject({
        status: 400,
        body: { code: 9, message: "You can't approve your own pull request" },
      });
    }
  });

  it("H-ACTOR-13 H-ACTOR-14 is an app without a name if unknown, as for the service's own actor", async () => {
    const own = managedActorId(hosted.test.service);
    const bodyOf = await actorBodies(hosted.test.service, [{ id: own }, { id: "app_unknown" }]);
    expect(bodyOf({ id: own })).toEqual({ app: { id: own } });
    expect(bodyOf({ id: "app_unknown" })).toEqual({ app: { id: "app_unknown" } });
  });

  it("H-ACTOR-16 is a service account with only its id", async () => {
    expect(await authorBy(keys.serviceAccount)).toEqual({ serviceAccount: { id: expect.stringMatching(/^sa_/) } });
  });
});
