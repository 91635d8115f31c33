import { type App, expect, signIn, test } from "./testing/app";
import { countClicks } from "./testing/click-counter";
import { commitFile, createBranch, installCi } from "./testing/hosting";
import { PoolHarness } from "./testing/pool-harness";
import { createFinishedAgent } from "./testing/run-agent";
import { createTestRepository } from "./testing/test-repository";

async function launch(app: App, body: object): Promise<{ agentId: string; runId: string }> {
  const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
  const response = await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  const { agent, run } = await response.json();
  return { agentId: agent.id, runId: run.id };
}

async function ended(app: App, { agentId, runId }: { agentId: string; runId: string }): Promise<void> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  await (await fetch(`${app.serviceUrl}/v1/agents/${agentId}/runs/${runId}/stream`, { headers })).text();
}

/** The runs of a launched agent. */
async function runsOf(app: App, { agentId }: { agentId: string }): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  return (await (await fetch(`${app.serviceUrl}/v1/agents/${agentId}/runs`, { headers })).json()).items;
}

const orders = (app: App) => `${app.serviceUrl}/demo/orders`;

/** Does a job, and checks how many clicks it took. Its last step waits for the result. */
async function takes(clicks: number, job: () => Promise<void>): Promise<void> {
  counter.reset();
  await job();
  await expect.poll(() => counter.count()).toBe(clicks);
}

let counter: Awaited<ReturnType<typeof countClicks>>;

test.describe("clicks needed from the overview", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
    counter = await countClicks(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test("launching an agent that opens a pull request takes two, with the choices of the last launch", {
    tag: "@long",
  }, async ({ page, app }) => {
    const prompt = page.getByRole("textbox", { name: "Prompt", exact: true });
    const newAgent = page.locator("main").getByRole("link", { name: "New agent" });
    await page.goto(`${app.webUrl}/agents/new`);
    await page.getByRole("combobox", { name: "Repository" }).click();
    await page.getByRole("option", { name: /demo\/orders/ }).click();
    await page.getByRole("checkbox", { name: "Open a pull request" }).check();
    await prompt.fill("```file first.md\none\n```");
    await prompt.press("Control+Enter");
    await expect(page).toHaveURL(/\/agents\/bc-/);

    await page.goto(app.webUrl);
    await takes(2, async () => {
      await newAgent.click();
      await prompt.fill("```file second.md\ntwo\n```");
      await page.getByRole("button", { name: /Launch agent/ }).click();
      await expect(page).toHaveURL(/\/agents\/bc-/);
    });
    await expect(page.locator("main header").getByRole("link", { name: /Pull request #/ })).toBeVisible();
  });

  test("seeing why an agent is waiting takes none, adding a worker two", { tag: "@long" }, async ({ page, app }) => {
    const work = new PoolHarness(app);
    await work.register("gpu");
    await work.launch("gpu", "Wait for a worker");
    await page.goto(app.webUrl);
    const inbox = page.getByRole("region", { name: /Needs attention/ });
    const row = inbox.getByRole("listitem").filter({ hasText: "Wait for a worker" });
    await takes(0, () => expect(row).toContainText("no worker in gpu"));
    await takes(2, async () => {
      await row.getByRole("link", { name: /Add worker to gpu/ }).click();
      await page.getByRole("button", { name: "Add worker" }).first().click();
      await expect(page.getByRole("dialog", { name: "Add worker" })).toContainText("--pool gpu");
    });
  });

  test("seeing why a run failed takes one, and retrying it one", { tag: "@long" }, async ({ page, app }) => {
    const headers = { authorization: `Bearer ${app.keys.user}` };
    const main = await fetch(`${app.serviceUrl}/v1/repohost/repos/demo/orders/git/ref/heads/main`, { headers });
    const { object } = await main.json();
    await createBranch(app, { ref: "refs/heads/broken-install", sha: object.sha }, "Tested by clicks");
    await commitFile(
      app,
      { ref: "broken-install", sha: object.sha },
      ".svc/environment.json",
      '{ "install": "echo no-network; exit 7" }\n',
    );
    const repos = [{ url: orders(app), startingRef: "broken-install" }];
    const launched = await launch(app, { prompt: { text: "Fail to install" }, repos });
    await ended(app, launched);
    await page.goto(app.webUrl);
    const inbox = page.getByRole("region", { name: /Needs attention/ });
    const row = inbox.getByRole("listitem").filter({ hasText: "Fail to install" });
    await expect(row).toContainText("Failed: install");
    await takes(1, async () => {
      await row.getByRole("link", { name: /^Fail to install/ }).click();
      await expect(page.getByRole("region", { name: "Transcript" })).toContainText(/exit(ed)? (with )?(code )?7/);
    });
    await page.goto(app.webUrl);
    await takes(1, async () => {
      await row.getByRole("button", { name: "Retry: Fail to install" }).click();
      await expect.poll(() => runsOf(app, launched)).toHaveLength(2);
    });
    await page.goto(`${app.webUrl}/agents/${launched.agentId}`);
    const retry = page.locator("main header").getByRole("button", { name: "Retry: Fail to install" });
    await expect(retry).toBeVisible();
    await takes(1, async () => {
      await retry.click();
      await expect.poll(() => runsOf(app, launched)).toHaveLength(3);
    });
  });

  test("approving a plan takes one", { tag: "@long" }, async ({ page, app }) => {
    const text = "Plan a note\n```file note.md\nnoted\n```";
    const launched = await launch(app, { prompt: { text }, repos: [{ url: orders(app) }], mode: "plan" });
    await ended(app, launched);
    await page.goto(app.webUrl);
    await takes(1, async () => {
      await page.getByRole("button", { name: "Approve and run: Plan a note" }).click();
      await expect.poll(() => runsOf(app, launched)).toHaveLength(2);
    });
  });

  test("sending failed checks back to their agent takes two", { tag: "@long" }, async ({ page, app }) => {
    const repository = await createTestRepository(app, "red-checks", { "a.txt": "a\n" });
    const repos = [{ url: `${app.serviceUrl}/demo/red-checks` }];
    const text = "Break the build\n```file note.md\nnoted\n```";
    const launched = await launch(app, { prompt: { text }, repos, autoCreatePR: true });
    await ended(app, launched);
    const { head } = (await repository.call("GET", "/pulls/1")) as { head: { sha: string } };
    const ci = await installCi(app, "red-checks");
    await ci.report(head.sha, "unit", { status: "completed", conclusion: "failure" });
    await page.goto(app.webUrl);
    await takes(2, async () => {
      await page.getByRole("link", { name: "View checks: Break the build" }).click();
      await page.getByRole("button", { name: "Send to agent" }).first().click();
      await expect.poll(() => runsOf(app, launched)).toHaveLength(2);
    });
    await repository.remove();
  });

  test("opening a failed step of a finished run takes one, previewing an artifact two", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const text = "Check it.\n```sh\nfalse\n```\n```sh\necho '# Report' > artifacts/report.md\n```";
    const id = await createFinishedAgent(app, text);
    await page.goto(`${app.webUrl}/agents`);
    const row = page.locator(`[data-row-id="${id}"]`).getByRole("link").first();
    await takes(1, async () => {
      await row.click();
      const transcript = page.getByRole("region", { name: "Transcript" });
      await expect(transcript.getByRole("button", { name: /Ran false.*Failed/ })).toBeInViewport();
    });
    await page.goto(`${app.webUrl}/agents`);
    await takes(2, async () => {
      await row.click();
      await page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "report.md" }).click();
      await expect(
        page.getByRole("dialog", { name: "report.md" }).getByRole("heading", { name: "Report", exact: true }),
      ).toBeVisible();
    });
  });

  test("viewing the changes of a pull request takes one, usage by repository one", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const text = "Add a note\n```file note.md\nnoted\n```";
    await ended(app, await launch(app, { prompt: { text }, repos: [{ url: orders(app) }], autoCreatePR: true }));
    await page.goto(app.webUrl);
    await takes(1, async () => {
      await page.getByRole("link", { name: "Review: Add a note" }).click();
      await expect(page.getByText("noted").first()).toBeVisible();
    });
    await page.goto(app.webUrl);
    await takes(1, async () => {
      await page.getByRole("navigation").getByRole("link", { name: "Usage" }).click();
      await expect(page.getByRole("region", { name: "Usage by repository" })).toContainText("demo/orders");
    });
  });

  test("approving and merging a pull request takes three", { tag: "@long" }, async ({ page, app }) => {
    const repository = await createTestRepository(app, "three-clicks", { "a.txt": "a\n" });
    const repos = [{ url: `${app.serviceUrl}/demo/three-clicks` }];
    const text = "Write it down\n```file note.md\nnoted\n```";
    await ended(app, await launch(app, { prompt: { text }, repos, autoCreatePR: true }));
    await page.goto(app.webUrl);
    await takes(3, async () => {
      await page.getByRole("link", { name: "Review: Write it down" }).click();
      await page.getByRole("button", { name: "Review", exact: true }).click();
      await page
        .getByRole("dialog", { name: "Your review" })
        .getByRole("button", { name: "Approve and merge" })
        .click();
      await expect(page.getByText("Merged #1 into main.")).toBeVisible();
    });
    expect(await repository.call("GET", "/pulls/1")).toMatchObject({ merged: true });
    await repository.remove();
  });

  test("committing the first environment file of a repository takes three", { tag: "@long" }, async ({ page, app }) => {
    const repository = await createTestRepository(app, "first-environment", { "package-lock.json": "{}\n" });
    await repository.remove();
    await page.goto(app.webUrl);
    await takes(3, async () => {
      await page.getByRole("navigation").getByRole("link", { name: "Environments" }).click();
      const files = page.getByRole("region", { name: "Environment files" });
      await files.getByRole("link", { name: /first-environment/ }).click();
      await page.getByRole("button", { name: "Commit to main" }).click();
      await expect(page.getByText("Committed to main.")).toBeVisible();
    });
    await expect(page.getByRole("textbox", { name: "Environment file" })).toContainText("npm ci");
  });
});
