// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { createGitRef } from "@/lib/contract/hosting/git-data/create-git-ref";
import { getGitRef } from "@/lib/contract/hosting/git-data/get-git-ref";
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

type Generator = Parameters<typeof runGenerated>[0]["generator"];

async function runFlow(generator: Generator, path: string, flow: string): Promise<unknown> {
  const { body: description } = await test.send("GET", path, { key: null });
  const name = `${generator}-${path.split("/").at(-2)}`;
  return runGenerated({ generator, description, folder, name, flow, baseUrl: test.url, key: test.keys.user });
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
  const created = (await api.createRepo({ path: { ownerSlug: "acme" }, body: { name: "widgets" } })).data;
  const widgets = { ownerSlug: "acme", repoName: created.name };
  const repo = (await api.getRepo({ path: widgets })).data;
  await api.createLabel({ path: widgets, body: { name: "bug", color: "ff0000" } });
  const { labels, nextPageToken } = (await api.listLabels({ path: widgets })).data;
  const missing = await api.getRepo({ path: { ...widgets, repoName: "none" }, throwOnError: false });
  const code = missing.error?.code;
  const repository = { same: created.id === repo.id, labels: labels.map(({ name }) => name), nextPageToken, code };

  const orders = { ownerSlug: "demo", repoName: "orders" };
  const { defaultBranch: base } = (await api.getRepo({ path: orders })).data;
  const { sha } = (await api.getGitRef({ path: { ...orders, ref: \`heads/\${base}\` } })).data.object;
  const head = (await api.getGitRef({ path: { ...orders, ref: "heads/generated" } })).data.object.sha;
  const opened = await api.createPullRequest({ path: orders, body: { title: "Generated", head: "generated", base } });
  const path = { ...orders, pullNumber: opened.data.number };
  const comments = [{ body: "Why?", inline: { path: "generated.txt", side: "right" as const, startLine: 1 } }];
  const review = (await api.createPullRequestReview({ path, body: { verdict: "comment", comments } })).data;
  const listed = (await api.listPullRequestComments({ path })).data.comments;
  const threads = listed.map(({ body, thread }) => [body, thread?.path]);
  const stale = await api.mergePullRequest({ path, body: { expectedHeadSha: sha }, throwOnError: false });
  const merged = (await api.mergePullRequest({ path, body: { expectedHeadSha: head, mergeMethod: "squash" } })).data;
  const { state, merged: isMerged } = (await api.getPullRequest({ path })).data;
  const numbers = merged.mergedPullNumbers.length;
  return { repository, verdict: review.verdict, threads, stale: stale.response?.status, numbers, state, isMerged };`;
  expect(await runFlow("hey-api", "/v1/repohost/openapi.json", flow)).toEqual({
    repository: { same: true, labels: ["bug"], nextPageToken: "", code: 5 },
    verdict: "comment",
    threads: [["Why?", "generated.txt"]],
    stale: 409,
    numbers: 1,
    state: "merged",
    isMerged: true,
  });
});

const agentFlows: [Generator, string][] = [
  [
    "hey-api",
    `
  const models = (await api.listModels()).data.items.map(({ id }) => id);
  const { agent, run } = (await api.createAgent({ body: { prompt: { text: "Say hello" }, name: "Generated" } })).data;
  const path = { id: agent.id };
  const listed = (await api.listAgents({ query: { limit: "1" } })).data.items;
  const { status } = (await api.getRun({ path: { ...path, runId: run.id } })).data;
  await api.deleteAgent({ path });
  const missing = await api.getAgent({ path, throwOnError: false });
  return { models, name: agent.name, listed: listed[0]?.id === agent.id, status, code: missing.error?.error.code };`,
  ],
  [
    "openapi-typescript",
    `
  const models = (await client.GET("/v1/models")).data?.items.map(({ id }) => id);
  const body = { prompt: { text: "Say hello" }, name: "Generated" };
  const { data: created } = await client.POST("/v1/agents", { body });
  if (!created) throw new Error("no agent");
  const { agent, run } = created;
  const path = { id: agent.id };
  const listed = (await client.GET("/v1/agents", { params: { query: { limit: "1" } } })).data?.items;
  const ofRun = { params: { path: { ...path, runId: run.id } } };
  const status = (await client.GET("/v1/agents/{id}/runs/{runId}", ofRun)).data?.status;
  await client.DELETE("/v1/agents/{id}", { params: { path } });
  const missing = await client.GET("/v1/agents/{id}", { params: { path } });
  return { models, name: agent.name, listed: listed?.[0]?.id === agent.id, status, code: missing.error?.error.code };`,
  ],
];

it.each(agentFlows)(
  "a client that %s generates from the whole description compiles and works",
  async (generator, flow) => {
    expect(await runFlow(generator, "/openapi.json", flow)).toEqual({
      models: expect.arrayContaining(["script"]),
      name: "Generated",
      listed: true,
      status: expect.stringMatching(/^(?:CREATING|RUNNING|FINISHED)$/),
      code: "agent_not_found",
    });
  },
);
