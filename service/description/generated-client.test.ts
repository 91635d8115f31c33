// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCommitFromFiles } from "@/lib/contract/hosting/create-commit-from-files";
import { createGitRef } from "@/lib/contract/hosting/create-git-ref";
import { getGitRef } from "@/lib/contract/hosting/get-git-ref";
import { addNamespace } from "../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../testing/test-service";
import { runGenerated } from "./testing/generated-client";

let test: TestService;
let folder = "";
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  await addNamespace(test.service, "acme", { teamId: 1 });
  folder = await mkdtemp(join(tmpdir(), "slipway-client-"));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function runFlow(path: string, name: string, flow: string): Promise<unknown> {
  const { body: description } = await test.send("GET", path, { key: null });
  return runGenerated({ description, folder, name, flow, baseUrl: test.url, key: test.keys.user });
}

it("a client generated from the hosting API's description compiles, and opens, reviews and merges a pull request", async () => {
  const params = { ownerSlug: "demo", repoName: "orders" };
  const { object } = await test.call(getGitRef, { params: { ...params, ref: "heads/main" } });
  await test.call(createGitRef, { params, body: { ref: "heads/generated", sha: object.sha } });
  const files = [{ path: "generated.txt", content: "generated" }];
  const author = { name: "Ada", email: "ada@example.test" };
  const change = { targetBranch: "generated", expectedHeadSha: object.sha, message: "Add a file", author, files };
  await test.call(createCommitFromFiles, { params, body: change });
  const flow = `
  const created = (await v1.createRepo("acme", { name: "widgets" })).data;
  const repo = (await v1.getRepo("acme", created.name)).data;
  await v1.createLabel("acme", repo.name, { name: "bug", color: "ff0000" });
  const { labels, nextPageToken } = (await v1.listLabels("acme", repo.name)).data;
  const missing = await v1.getRepo("acme", "none").catch((failed) => failed);
  const repository = { same: created.id === repo.id, labels: labels.map(({ name }) => name), nextPageToken, code: missing.error.code };

  const at = ["demo", "orders"] as const;
  const { defaultBranch: base } = (await v1.getRepo(...at)).data;
  const { sha } = (await v1.getGitRef(...at, \`heads/\${base}\`)).data.object;
  const head = (await v1.getGitRef(...at, "heads/generated")).data.object.sha;
  const { number } = (await v1.createPullRequest(...at, { title: "Generated", head: "generated", base })).data;
  const comments = [{ body: "Why?", inline: { path: "generated.txt", side: "right" as const, startLine: 1 } }];
  const review = (await v1.createPullRequestReview(...at, number, { verdict: "comment", comments })).data;
  const threads = (await v1.listPullRequestComments(...at, number)).data.comments.map(({ body, thread }) => [body, thread.path]);
  const stale = await v1.mergePullRequest(...at, number, { expectedHeadSha: sha }).catch((failed) => failed);
  const merged = (await v1.mergePullRequest(...at, number, { expectedHeadSha: head, mergeMethod: "squash" })).data;
  const { state, merged: isMerged } = (await v1.getPullRequest(...at, number)).data;
  return { repository, verdict: review.verdict, threads, stale: stale.status, numbers: merged.mergedPullNumbers.length, state, isMerged };`;
  expect(await runFlow("/v1/repohost/openapi.json", "hosting", flow)).toEqual({
    repository: { same: true, labels: ["bug"], nextPageToken: "", code: 5 },
    verdict: "comment",
    threads: [["Why?", "generated.txt"]],
    stale: 409,
    numbers: 1,
    state: "merged",
    isMerged: true,
  });
});

it("a client generated from the whole description compiles and works", async () => {
  const flow = `
  const models = (await v1.listModels()).data.items.map(({ id }) => id);
  const { agent, run } = (await v1.createAgent({ prompt: { text: "Say hello" }, name: "Generated" })).data;
  const listed = (await v1.listAgents({ limit: "1" })).data.items;
  const { status } = (await v1.getRun(agent.id, run.id)).data;
  await v1.deleteAgent(agent.id);
  const missing = await v1.getAgent(agent.id).catch((failed) => failed);
  return { models, name: agent.name, listed: listed[0]?.id === agent.id, status, code: missing.error.error.code };`;
  expect(await runFlow("/openapi.json", "all", flow)).toEqual({
    models: expect.arrayContaining(["script"]),
    name: "Generated",
    listed: true,
    status: expect.stringMatching(/^(?:CREATING|RUNNING|FINISHED)$/),
    code: "agent_not_found",
  });
});
