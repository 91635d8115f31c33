import type { Locator } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { commitFile, createBranch } from "./testing/hosting";
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

const orders = (app: App) => `${app.serviceUrl}/demo/orders`;

/** Clicks these in order; the number of clicks a job takes is the number of arguments. */
async function click(...controls: readonly Locator[]): Promise<void> {
  for (const control of controls) await control.click();
}

test.describe("clicks needed from the overview", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
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
    await click(newAgent);
    await prompt.fill("```file second.md\ntwo\n```");
    await click(page.getByRole("button", { name: /Launch agent/ }));
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await expect(page.locator("main header").getByRole("link", { name: /Pull request #/ })).toBeVisible();
  });

  test("seeing why an agent is waiting takes none, adding a worker two", { tag: "@long" }, async ({ page, app }) => {
    const work = new PoolHarness(app);
    await work.register("gpu");
    await work.launch("gpu", "Wait for a worker");
    await page.goto(app.webUrl);
    const inbox = page.getByRole("region", { name: /Needs attention/ });
    const row = inbox.getByRole("listitem").filter({ hasText: "Wait for a worker" });
    await expect(row).toContainText("no worker in gpu");
    await click(
      row.getByRole("link", { name: /Add worker to gpu/ }),
      page.getByRole("button", { name: "Add worker" }).first(),
    );
    await expect(page.getByRole("dialog", { name: "Add worker" })).toContainText("--pool gpu");
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
    await click(row.getByRole("link", { name: /^Fail to install/ }));
    await expect(page.getByRole("region", { name: "Transcript" })).toContainText(/exit(ed)? (with )?(code )?7/);
    await page.goto(app.webUrl);
    await click(row.getByRole("button", { name: "Retry: Fail to install" }));
    const runs = async () => {
      const response = await fetch(`${app.serviceUrl}/v1/agents/${launched.agentId}/runs`, { headers });
      return (await response.json()).items;
    };
    await expect.poll(runs).toHaveLength(2);
  });

  test("opening a failed step of a finished run takes one, previewing an artifact two", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const text = "Check it.\n```sh\nfalse\n```\n```sh\necho '# Report' > artifacts/report.md\n```";
    const id = await createFinishedAgent(app, text);
    await page.goto(`${app.webUrl}/agents`);
    await click(page.locator(`[data-row-id="${id}"]`).getByRole("link").first());
    const transcript = page.getByRole("region", { name: "Transcript" });
    await expect(transcript.getByText("Failed").first()).toBeInViewport();
    await page.goto(`${app.webUrl}/agents`);
    await click(
      page.locator(`[data-row-id="${id}"]`).getByRole("link").first(),
      page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "report.md" }),
    );
    await expect(
      page.getByRole("dialog", { name: "report.md" }).getByRole("heading", { name: "Report", exact: true }),
    ).toBeVisible();
  });

  test("viewing the changes of a pull request takes one, usage by repository one", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    const text = "Add a note\n```file note.md\nnoted\n```";
    await ended(app, await launch(app, { prompt: { text }, repos: [{ url: orders(app) }], autoCreatePR: true }));
    await page.goto(app.webUrl);
    await click(page.getByRole("link", { name: "Review: Add a note" }));
    await expect(page.getByText("noted").first()).toBeVisible();
    await page.goto(app.webUrl);
    await click(page.getByRole("navigation").getByRole("link", { name: "Usage" }));
    await expect(page.getByRole("region", { name: "Usage by repository" })).toContainText("demo/orders");
  });

  test("committing the first environment file of a repository takes three", { tag: "@long" }, async ({ page, app }) => {
    const repository = await createTestRepository(app, "first-environment", { "package-lock.json": "{}\n" });
    await repository.remove();
    await page.goto(app.webUrl);
    await click(
      page.getByRole("navigation").getByRole("link", { name: "Environments" }),
      page.getByRole("region", { name: "Environment files" }).getByRole("link", { name: /first-environment/ }),
      page.getByRole("button", { name: "Commit to main" }),
    );
    await expect(page.getByText("Committed to main.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Environment file" })).toContainText("npm ci");
  });
});
