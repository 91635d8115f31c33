import type { Locator, Page } from "@playwright/test";
import { updateAccount } from "./testing/account";
import { expect, signIn, test } from "./testing/app";
import { createFinishedAgent } from "./testing/run-agent";
import { checkView, checkViewInAllThemes } from "./testing/screenshots";
import { cloneAgent } from "./testing/seed-agents";

const noApi = "The team's plan doesn't include the API";
const filter = (page: Page) => page.getByRole("combobox", { name: "Filter agents" });
const row = (page: Page, name: string): Locator => page.locator("[data-row-id]", { hasText: name });
const problem = (page: Page) => page.getByRole("main").getByRole("alert");
const bulk = (page: Page) => page.getByRole("region", { name: "Bulk action" });

test.beforeAll(async ({ app }) => {
  await createFinishedAgent(app, "Describe the orders");
});

test.afterEach(async ({ app }) => {
  app.reconnect();
  await updateAccount(app, { apiEnabled: true });
});

test.describe("agent list", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
  });

  test("shows agents with their status and updates live", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    await createFinishedAgent(app, "Created while watching");
    await expect(row(page, "Created while")).toContainText("Finished");
    await expect(row(page, "Created while")).toContainText("demo/orders");
  });

  test("shows a hostile name as text", async ({ page, app }) => {
    const name = `<img src=x onerror="alert(1)"> \u202egnp.exe "quoted" status:ERROR`;
    await createFinishedAgent(app, name);
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "<img src=x onerror=").first()).toBeVisible();
    await filter(page).fill('"status:ERROR"');
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await checkView(page, "list-hostile");
  });

  test("filters by keyboard with terms as chips, and keeps the filter in the URL", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("sta");
    await expect(page.getByRole("option", { name: /status:/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(filter(page)).toHaveValue("status:");
    await page.keyboard.type("fin");
    await expect(page.getByRole("option", { name: "finished", exact: true })).toBeVisible();
    await checkViewInAllThemes(page, "list-completion");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove filter status:finished" })).toBeVisible();
    await expect(filter(page)).toHaveValue("");
    await page.keyboard.type("describe");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await expect(page).toHaveURL(/q=status%3Afinished\+describe/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove filter status:finished" })).toBeVisible();
    await expect(filter(page)).toHaveValue("describe");
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await filter(page).fill("");
    await filter(page).press("Backspace");
    await expect(filter(page)).toHaveValue("status:finished");
    await filter(page).fill("status:failed ");
    await expect(page.getByText("No matching agents")).toBeVisible();
    await checkView(page, "list-no-match");
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect(row(page, "Describe the orders")).toBeVisible();

    await filter(page).fill("sta");
    await page.getByRole("option", { name: /status:/ }).click();
    await expect(filter(page)).toHaveValue("status:");
    await expect(page.getByRole("option", { name: "failed", exact: true })).toBeVisible();
    await page.keyboard.press("ArrowUp");
    const suggestions = page.getByRole("listbox", { name: "Suggestions" });
    await expect(suggestions.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(suggestions).toHaveCount(0);
    await filter(page).fill("status:finished ");
    await page.getByRole("button", { name: "Remove filter status:finished" }).click();
    await expect(page.getByRole("button", { name: /^Remove filter/ })).toHaveCount(0);
    await expect(filter(page)).toBeFocused();
    await page.locator("main header").getByRole("link", { name: "New agent" }).click();
    await expect(page).toHaveURL(/\/agents\/new$/);
  });

  test("saves, shares, replaces, and deletes views", { tag: "@long" }, async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent("repo:orders pr:none")}`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save view…" }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save view…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Orders without a PR");
    await page.getByRole("checkbox", { name: "Share" }).check();
    await checkView(page, "list-save-view");
    await page.getByRole("button", { name: "Save view", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`${app.webUrl}/agents`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Orders without a PR" }).click();
    await expect(page.getByRole("button", { name: "Remove filter repo:orders" })).toBeVisible();
    await expect(page).toHaveURL(/q=repo%3Aorders\+pr%3Anone/);
    await page.getByRole("button", { name: "Orders without a PR" }).click();
    await page.getByRole("menuitem", { name: "Save view…" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Orders without a PR");
    await page.getByRole("button", { name: "Replace view", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Orders without a PR" }).click();
    await page.getByRole("menuitem", { name: "Manage views…" }).click();
    await page.getByRole("button", { name: "Delete view Orders without a PR" }).click();
    await expect(page.getByText("No saved views yet.")).toBeVisible();
  });

  test("selects by keyboard, archives with undo, and cancels runs", { tag: "@long" }, async ({ page, app }) => {
    await createFinishedAgent(app, "Archive me first");
    await createFinishedAgent(app, "Archive me second");
    await page.goto(`${app.webUrl}/agents?q=archive`);
    await expect(page.locator("[data-row-id]")).toHaveCount(2);
    const bar = page.getByRole("toolbar", { name: "Selected agents" });
    const boxes = page.getByRole("checkbox", { name: /^Select Archive me/ });
    await boxes.first().click();
    await boxes.last().click({ modifiers: ["Shift"] });
    await expect(bar).toContainText("2 selected");
    await bar.getByRole("button", { name: "Clear" }).click();
    await expect(bar).toHaveCount(0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(boxes.last()).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
    await page.keyboard.press("k");
    await page.keyboard.press("x");
    await expect(boxes.first()).toBeChecked();
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(bar).toContainText("2 selected");
    await checkViewInAllThemes(page, "list-selected");
    await bar.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(bulk(page)).toContainText("2 agents archived.");
    await expect(page.getByText("No matching agents")).toBeVisible();
    await bulk(page).getByRole("button", { name: "Undo" }).click();
    await expect(bulk(page)).toContainText("2 agents restored.");
    await expect(page.locator("[data-row-id]")).toHaveCount(2);
    await bulk(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(bulk(page)).toHaveCount(0);
    await boxes.first().uncheck();
    await expect(bar).toContainText("1 selected");
    await bar.getByRole("button", { name: /^Archive/ }).click();
    await expect(page.locator("[data-row-id]")).toHaveCount(1);
    await filter(page).fill("archive archived:any ");
    await expect(page.getByRole("listbox", { name: "Suggestions" })).toHaveCount(0);
    await expect(page.locator("[data-row-id]")).toHaveCount(2);
    await page.getByRole("checkbox", { name: /Select all 2 agents/ }).check();
    await bar.getByRole("button", { name: "Restore (1)" }).click();
    await expect(bulk(page)).toContainText("1 agent restored.");

    const body = JSON.stringify({ prompt: { text: "Sleep until canceled\n```sh\nsleep 600\n```" } });
    const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
    await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
    await page.goto(`${app.webUrl}/agents?q=sleep`);
    await expect(row(page, "Sleep until")).toContainText("Running");
    await page.getByRole("checkbox", { name: /^Select Sleep until/ }).check();
    await bar.getByRole("button", { name: "Cancel run" }).click();
    await expect(bulk(page)).toContainText("1 run canceled.");
    await expect(row(page, "Sleep until")).toContainText("Canceled");
  });

  test("reports failures, retries them, and deletes only after confirmation", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await createFinishedAgent(app, "Delete me one");
    await createFinishedAgent(app, "Delete me two");
    await page.goto(`${app.webUrl}/agents?q=delete`);
    await expect(page.locator("[data-row-id]")).toHaveCount(2);
    await page.getByRole("checkbox", { name: /Select all 2 agents/ }).check();
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 agents?" });
    await expect(dialog.getByRole("button", { name: "Delete 2 agents" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Keep agents" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialog.getByLabel("Type “delete 2” to confirm").fill("delete 2");
    await checkView(page, "list-delete");
    await updateAccount(app, { apiEnabled: false });
    await dialog.getByRole("button", { name: "Delete 2 agents" }).click();
    await expect(bulk(page)).toContainText("2 failed.");
    await expect(bulk(page).getByRole("list", { name: "Failures" })).toContainText(noApi);
    await checkViewInAllThemes(page, "list-failed");
    await expect(page.locator("[data-row-id]")).toHaveCount(2);
    await updateAccount(app, { apiEnabled: true });
    await bulk(page).getByRole("button", { name: "Retry failed" }).click();
    await expect(bulk(page)).toContainText("2 agents deleted.");
    await expect(page.locator("[data-row-id]")).toHaveCount(0);
  });

  test("stops a bulk action before the next agent", { tag: "@long" }, async ({ page, app }) => {
    await cloneAgent(app, await createFinishedAgent(app, "Agent to clone"), 6);
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent('"Copy 00"')}`);
    await expect(page.locator("[data-row-id]")).toHaveCount(6);
    const remove = async (count: number) => {
      await page.getByRole("checkbox", { name: `Select all ${count} agents` }).check();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByLabel(`Type “delete ${count}” to confirm`).fill(`delete ${count}`);
      await page.getByRole("button", { name: `Delete ${count} agents` }).click();
    };
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/v1/agents/*", async (route) => {
      await blocked;
      await route.continue();
    });
    await remove(6);
    await bulk(page).getByRole("button", { name: "Stop" }).click();
    release();
    await expect(bulk(page)).toContainText("4 agents deleted. 2 skipped.");
    await remove(2);
    await expect(bulk(page)).toContainText("2 agents deleted.");
  });

  test("removes an agent that was deleted elsewhere", { tag: "@long" }, async ({ page, app }) => {
    const id = await createFinishedAgent(app, "Gone in a moment");
    await page.goto(`${app.webUrl}/agents?q=gone`);
    await expect(row(page, "Gone in a moment")).toBeVisible();
    const headers = { authorization: `Bearer ${app.keys.user}` };
    await fetch(`${app.serviceUrl}/v1/agents/${id}`, { method: "DELETE", headers });
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto(`${app.webUrl}/agents?q=gone`);
    await expect(row(page, "Gone in a moment")).toHaveCount(0);
  });

  test("reports an unreachable dashboard and recovers automatically", { tag: "@long" }, async ({ page, app }) => {
    await page.clock.install();
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    app.disconnect();
    await expect(problem(page)).toContainText("Couldn't reach the dashboard");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await checkView(page, "list-cut");
    app.reconnect();
    await expect(problem(page)).toHaveCount(0);

    app.disconnect();
    await expect(problem(page)).toContainText("Couldn't reach the dashboard");
    // With the page's clock paused, nothing is polled.
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(problem(page)).toContainText("Couldn't reach the dashboard");
    app.reconnect();
    const responded = page.waitForResponse(/\/api\/dashboard\/agent-changes/);
    await problem(page).getByRole("button", { name: "Try again" }).click();
    await responded;
    await page.clock.resume();
    await expect(problem(page)).toHaveCount(0);
  });

  test("reports an unavailable service and shows the last loaded agents", { tag: "@long" }, async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await updateAccount(app, { apiEnabled: false });
    await expect(problem(page)).toContainText(noApi);
    await expect(problem(page)).toContainText("Last updated");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await checkView(page, "list-error");
    await updateAccount(app, { apiEnabled: true });
    await expect(problem(page)).toHaveCount(0);
  });
});
