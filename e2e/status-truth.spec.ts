import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { createAskingAgent } from "./testing/asking-agent";
import { callService } from "./testing/call-service";
import { runStatement } from "./testing/database";
import { createGate } from "./testing/gate";
import { installCi } from "./testing/hosting";
import { PoolHarness } from "./testing/pool-harness";
import { crashService } from "./testing/service-process";
import { createTestRepository, type TestRepository } from "./testing/test-repository";

// A distinct environment starts a separate app, whose inbox has only these agents. The asking agent uses one of the two slots.
test.use({ environment: { LOG_LEVEL: "error", CONCURRENT_RUNS_PER_USER: "2" } });

interface Case {
  name: string;
  id: string;
  /** The status with its reason, as every screen must show it. */
  status: string;
  /** The action in the inbox; `null`: the agent isn't in the inbox. */
  action: RegExp | null;
  /** The action of the page, if the inbox has none. */
  pageAction?: RegExp;
  isQueued?: boolean;
}

interface Launched {
  id: string;
  runId: string;
}

interface LaunchOptions {
  repository?: string;
  /** The branch to start from. */
  ref?: string;
  mode?: "plan";
  autoCreatePR?: boolean;
}

/** Launches an agent on a test repository, and waits for its end. */
async function finished(app: App, name: string, text: string, options: LaunchOptions = {}): Promise<Launched> {
  const { repository = "status-truth", ref, ...fields } = options;
  const repos = [{ url: `${app.serviceUrl}/demo/${repository}`, ...(ref === undefined ? {} : { startingRef: ref }) }];
  const { agent, run } = await callService(app, "POST", "/v1/agents", { name, prompt: { text }, repos, ...fields });
  const headers = { authorization: `Bearer ${app.keys.user}` };
  await (await fetch(`${app.serviceUrl}/v1/agents/${agent.id}/runs/${run.id}/stream`, { headers })).text();
  return { id: agent.id, runId: run.id };
}

/** An agent with an open pull request. */
async function withPull(app: App, repository: TestRepository, name: string) {
  const text = `\`\`\`file ${name.replaceAll(" ", "-")}.md\nnoted\n\`\`\``;
  const { id } = await finished(app, name, text, { repository: "status-truth-pulls", autoCreatePR: true });
  const { git } = await callService(app, "GET", `/v1/agents/${id}`);
  const number = String(git.branches[0].prUrl).split("/").at(-1) ?? "";
  const pull = await repository.call("GET", `/pulls/${number}`);
  return { id, number, headSha: (pull as { head: { sha: string } }).head.sha };
}

/** Another user of the team, with their key. */
async function reviewer(app: App): Promise<string> {
  const path = "/admin/v1/teams/1/users/reviewer@x.example";
  await callService(app, "PUT", path, { firstName: "Rea", isAdmin: true }, app.keys.admin);
  return (await callService(app, "POST", `${path}/keys`, { name: "review" }, app.keys.admin)).key;
}

/** Waits until the dashboard has seen a worker run an agent. */
async function knownToRunOn(page: Page, app: App, workerId: string, { id }: Launched): Promise<void> {
  await expect
    .poll(async () => {
      const response = await page.request.get(`${app.webUrl}/api/dashboard/workers/${workerId}`);
      return (await response.json()).agents.map((agent: { id: string }) => agent.id);
    })
    .toContain(id);
}

async function expectEverywhere(page: Page, app: App, shown: Case): Promise<void> {
  const { name, id, status, action, pageAction = action, isQueued } = shown;
  const query = encodeURIComponent("archived:any");
  await page.goto(`${app.webUrl}/agents?q=${query}`);
  const row = page.locator(`[data-row-id="${id}"]`);
  await expect(row.getByTitle(status, { exact: true })).toBeVisible();

  await page.goto(app.webUrl);
  const inbox = page.getByRole("region", { name: /Needs attention/ });
  const item = inbox.getByRole("listitem").filter({ hasText: name });
  await expect(inbox.getByRole("listitem").first()).toBeVisible();
  if (action === null) await expect(item).toHaveCount(0);
  else {
    await expect(item.getByTitle(status, { exact: true })).toBeVisible();
    await expect(
      item
        .getByRole("link", { name: action })
        .or(item.getByRole("button", { name: action }))
        .first(),
    ).toBeVisible();
  }

  if (isQueued) {
    await page.goto(`${app.webUrl}/pools?tab=queue`);
    await expect(page.locator(`[data-row-id="${id}"]`).getByTitle(status, { exact: true })).toBeVisible();
  }

  await page.goto(`${app.webUrl}/agents/${id}`);
  const header = page.locator("main header").first();
  await expect(header.getByTitle(status, { exact: true })).toBeVisible();
  // The page has the action of the inbox. It leads to questions, which the transcript shows.
  const primary = status === "Needs input" ? /^Answer/ : pageAction;
  if (primary) {
    const links = header.getByRole("link", { name: primary });
    await expect(links.or(header.getByRole("button", { name: primary })).first()).toBeVisible();
  }
  if (status === "Running · worker offline") {
    await expect(page.getByText(/is offline\. The run continues if the worker reconnects in time\./)).toBeVisible();
    await expect(page.getByText(/Stream:\s*Live/)).toHaveCount(0);
  }
  await expect(page).toHaveTitle(`${status.replace(/ · \d+ failed steps?$/, "")} · ${name} · Slipway`);
}

test("list, inbox, queue, header and title say the same about an agent", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  const work = new PoolHarness(app);
  const gate = createGate(app);
  const repository = await createTestRepository(app, "status-truth", { "readme.md": "Read me.\n" });
  await repository.commit("broken-install", { ".svc/environment.json": '{ "install": "exit 7" }\n' }, "main");
  await repository.commit("invalid-file", { ".svc/environment.json": '{ "install": 7 }\n' }, "main");
  await repository.push("broken-install", "invalid-file");
  await work.register("empty");
  await work.register("busy");
  await work.worker("busy", "only-one");
  const cases: Case[] = [];
  const add = (agent: Launched, more: Omit<Case, "id">) => cases.push({ id: agent.id, ...more });

  await test.step("bring agents into every state", async () => {
    const { agent, run } = await callService(app, "POST", "/v1/agents", {
      name: "Is interrupted",
      prompt: { text: "```sh\nsleep 600\n```" },
    });
    const interrupted = { id: agent.id, runId: run.id };
    await work.waitForStatus(interrupted, "RUNNING");
    await crashService(app);
    await expect.poll(() => work.statusOf(interrupted).catch(() => "unavailable")).toBe("ERROR");
    add(interrupted, { name: "Is interrupted", status: "Failed: service restarted", action: /^Retry/ });

    const asking = await createAskingAgent(app, "Asks a question");
    add(asking, { name: "Asks a question", status: "Needs input", action: /^Staging/ });

    await work.register("lost", 600);
    const host = await work.worker("lost", "lost-1");
    const lost = await work.launch("lost", "```sh\nsleep 600\n```", "Lost its worker");
    await work.waitForStatus(lost, "RUNNING");
    await knownToRunOn(page, app, "lost-1", lost);
    await host.end("SIGKILL");
    add(lost, { name: "Lost its worker", status: "Running · worker offline", action: null });

    await work.register("away", 600);
    const away = await work.worker("away", "away-1");
    const followed = await work.launch("away", "Hello.", "Waits for its worker");
    await work.waitForStatus(followed, "FINISHED");
    await away.end("SIGKILL");
    await work.waitUntilDisconnected("away-1");
    await work.followUp(followed);
    const waits = { status: "Queued · worker offline", action: /^Add worker/, isQueued: true };
    add(followed, { name: "Waits for its worker", ...waits });

    const running = await work.launch(
      "busy",
      `\`\`\`sh\nwhile ${gate.closed}; do sleep 0.1; done\n\`\`\``,
      "Is running",
    );
    add(running, { name: "Is running", status: "Running", action: null });
    await work.waitForStatus(running, "RUNNING");
    const behind = await work.launch("busy", "Wait.", "Is behind");
    add(behind, { name: "Is behind", status: "Queued · all workers in busy busy", action: null, isQueued: true });
    const alone = await work.launch("empty", "Wait.", "Has no worker");
    add(alone, { name: "Has no worker", status: "Queued · no worker in empty", action: /^Add worker/, isQueued: true });

    const retry = { action: /^Retry/ };
    const install = await finished(app, "Fails to install", "Hello.", { ref: "broken-install" });
    add(install, { name: "Fails to install", status: "Failed: install", ...retry });
    const invalid = await finished(app, "Has an invalid file", "Hello.", { ref: "invalid-file" });
    add(invalid, { name: "Has an invalid file", status: "Failed: invalid environment file", ...retry });

    const forgotten = await work.launch("empty", "Wait.", "Is forgotten");
    const aged = "update pending_requests set queued_at = queued_at - $2 where agent_id = $1";
    await runStatement(app, "service", aged, [forgotten.id, 24 * 3_600_000]);
    await work.waitForStatus(forgotten, "EXPIRED");
    add(forgotten, { name: "Is forgotten", status: "Expired · no worker picked it up", ...retry });

    const steps = await finished(app, "Has a failed step", "```sh\nfalse\n```");
    add(steps, { name: "Has a failed step", status: "Finished · 1 failed step", action: null });
    const plan = await finished(app, "Has a plan", "```sh\nls\n```", { mode: "plan" });
    add(plan, { name: "Has a plan", status: "Plan ready", action: /^Approve and run/ });
    const canceled = await work.launch("empty", "Wait.", "Is canceled");
    await work.cancel(canceled);
    add(canceled, { name: "Is canceled", status: "Canceled", action: null });
    const archived = await finished(app, "Is archived", "Hello.");
    await callService(app, "POST", `/v1/agents/${archived.id}/archive`);
    add(archived, { name: "Is archived", status: "Archived", action: null });

    const wait = `\`\`\`sh\nwhile ${gate.closed}; do sleep 0.1; done\n\`\`\``;
    const holder = await callService(app, "POST", "/v1/agents", { name: "Holds the slot", prompt: { text: wait } });
    await work.waitForStatus({ id: holder.agent.id, runId: holder.run.id }, "RUNNING");
    const waiting = await callService(app, "POST", "/v1/agents", { name: "Is starting", prompt: { text: "Hello." } });
    cases.push({ id: waiting.agent.id, name: "Is starting", status: "Starting", action: null });
  });

  for (const each of cases) await test.step(each.status, () => expectEverywhere(page, app, each));
  await gate.open();
  await work.stop();
  await repository.remove();
});

test("list, inbox, header and title say the same about an agent's pull request", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const repository = await createTestRepository(app, "status-truth-pulls", { "readme.md": "Read me.\n" });
  const cases: Case[] = [];
  await test.step("bring pull requests into every state", async () => {
    const merged = await withPull(app, repository, "Is merged");
    await repository.call("POST", `/pulls/${merged.number}/merge`, { expectedHeadSha: merged.headSha });
    cases.push({ ...merged, name: "Is merged", status: "Merged", action: null });
    const red = await withPull(app, repository, "Has red checks");
    const ci = await installCi(app, "status-truth-pulls");
    await ci.report(red.headSha, "unit", { status: "completed", conclusion: "failure" });
    cases.push({ ...red, name: "Has red checks", status: "Checks failed", action: /^View checks/ });
    const refused = await withPull(app, repository, "Has requested changes");
    const key = await reviewer(app);
    const review = (number: string, body: object) =>
      callService(app, "POST", `/v1/repohost/repos/demo/status-truth-pulls/pulls/${number}/reviews`, body, key);
    await review(refused.number, { verdict: "request_changes", body: "No." });
    cases.push({
      ...refused,
      name: "Has requested changes",
      status: "Changes requested",
      action: /^View pull request/,
    });
    const open = await withPull(app, repository, "Has a pull request");
    cases.push({ ...open, name: "Has a pull request", status: "Needs review", action: /^Review/ });
    const ready = await withPull(app, repository, "Is ready");
    await review(ready.number, { verdict: "approve", body: "" });
    cases.push({ ...ready, name: "Is ready", status: "Ready to merge", action: null, pageAction: /^Merge/ });
    const draft = await withPull(app, repository, "Has a draft");
    await repository.call("PATCH", `/pulls/${draft.number}`, { draft: true });
    cases.push({ ...draft, name: "Has a draft", status: "Draft PR", action: null, pageAction: /^Review/ });
    const closed = await withPull(app, repository, "Is closed");
    await repository.call("PATCH", `/pulls/${closed.number}`, { state: "closed" });
    cases.push({ ...closed, name: "Is closed", status: "PR closed", action: null });
    const behindMain = await withPull(app, repository, "Has a conflict");
    await repository.commit("main", { "Has-a-conflict.md": "written on main\n" });
    await repository.push("main");
    const conflict = { name: "Has a conflict", status: "Merge conflict", action: /^View pull request/ };
    cases.push({ ...behindMain, ...conflict });
  });

  for (const each of cases) await test.step(each.status, () => expectEverywhere(page, app, each));
  await repository.remove();
});
