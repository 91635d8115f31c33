import type { Locator, Page } from "@playwright/test";
import { switchAccount } from "./testing/account";
import { expect, signIn, test } from "./testing/app";
import { copyAgent } from "./testing/fill-agents";
import { finishedAgent } from "./testing/run-agent";
import { lookAsItIs, lookOnce } from "./testing/screenshots";

const noApi = "The team's plan doesn't include the API";
const filter = (page: Page) => page.getByRole("combobox", { name: "Filter agents" });
const row = (page: Page, name: string): Locator => page.locator("[data-agent]", { hasText: name });
const problem = (page: Page) => page.getByRole("main").getByRole("alert");
const bulk = (page: Page) => page.getByRole("region", { name: "Bulk action" });

test.beforeAll(async ({ app }) => {
  await finishedAgent(app, "Describe the orders");
});

test.afterEach(async ({ app }) => {
  app.restore();
  await switchAccount(app, { apiEnabled: true });
});

test.describe("the list of agents", () => {
  test.beforeEach(async ({ page, app }) => {
    await signIn(page, app);
  });

  test("shows agents with two statuses as they come, and keeps up with them", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    await finishedAgent(app, "Comes while somebody looks");
    await expect(row(page, "Comes while")).toContainText("Idle");
    await expect(row(page, "Comes while")).toContainText("Finished");
    await expect(row(page, "Comes while")).toContainText("demo/orders");
  });

  test("shows a hostile name as text", async ({ page, app }) => {
    const name = `<img src=x onerror="alert(1)"> \u202egnp.exe "quoted" status:ERROR`;
    await finishedAgent(app, name);
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "<img src=x onerror=").first()).toBeVisible();
    await filter(page).fill('"status:ERROR"');
    await expect(page.locator("[data-agent]")).toHaveCount(1);
    await lookOnce(page, "list-hostile");
  });

  test("filters by terms that become chips, by keyboard alone, and keeps them in the address", async ({
    page,
    app,
  }) => {
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("sta");
    await expect(page.getByRole("option", { name: /status:/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(filter(page)).toHaveValue("status:");
    await page.keyboard.type("fin");
    await expect(page.getByRole("option", { name: /FINISHED/ })).toBeVisible();
    await lookAsItIs(page, "list-completion");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Remove the filter status:FINISHED" })).toBeVisible();
    await expect(filter(page)).toHaveValue("");
    await page.keyboard.type("describe");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await expect(page.locator("[data-agent]")).toHaveCount(1);
    await expect(page).toHaveURL(/q=status%3AFINISHED\+describe/);
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove the filter status:FINISHED" })).toBeVisible();
    await expect(filter(page)).toHaveValue("describe");
    await expect(page.locator("[data-agent]")).toHaveCount(1);
    await filter(page).fill("");
    await filter(page).press("Backspace");
    await expect(filter(page)).toHaveValue("status:FINISHED");
    await filter(page).fill("status:ERROR ");
    await expect(page.getByText("No agent matches")).toBeVisible();
    await lookOnce(page, "list-no-match");
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await expect(row(page, "Describe the orders")).toBeVisible();

    await filter(page).fill("sta");
    await page.getByRole("option", { name: /status:/ }).click();
    await expect(filter(page)).toHaveValue("status:");
    await expect(page.getByRole("option", { name: /FINISHED/ })).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option", { selected: true })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    await filter(page).fill("status:FINISHED ");
    await page.getByRole("button", { name: "Remove the filter status:FINISHED" }).click();
    await expect(page.getByRole("button", { name: /^Remove the filter/ })).toHaveCount(0);
    await expect(filter(page)).toBeFocused();
    await page.locator("main header").getByRole("link", { name: "New agent" }).click();
    await expect(page).toHaveURL(/\/agents\/new$/);
  });

  test("keeps views, shares and deletes them", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent("repo:orders pr:none")}`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Orders without a PR");
    await page.getByRole("checkbox", { name: "Share" }).check();
    await lookOnce(page, "list-save-view");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(`${app.webUrl}/agents`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Orders without a PR" }).click();
    await expect(page.getByRole("button", { name: "Remove the filter repo:orders" })).toBeVisible();
    await expect(page).toHaveURL(/q=repo%3Aorders\+pr%3Anone/);
    await page.getByRole("button", { name: "Orders without a PR" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Orders without a PR");
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Orders without a PR" }).click();
    await page.getByRole("menuitem", { name: "Manage views…" }).click();
    await page.getByRole("button", { name: "Delete the view Orders without a PR" }).click();
    await expect(page.getByText("There are no saved views.")).toBeVisible();
  });

  test("selects by keyboard, archives with undo, and cancels what runs", async ({ page, app }) => {
    await finishedAgent(app, "Archive me first");
    await finishedAgent(app, "Archive me second");
    await page.goto(`${app.webUrl}/agents?q=archive`);
    await expect(page.locator("[data-agent]")).toHaveCount(2);
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
    await lookAsItIs(page, "list-selected");
    await bar.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(bulk(page)).toContainText("2 agents archived.");
    await expect(page.getByText("No agent matches")).toBeVisible();
    await bulk(page).getByRole("button", { name: "Undo" }).click();
    await expect(bulk(page)).toContainText("2 agents restored.");
    await expect(page.locator("[data-agent]")).toHaveCount(2);
    await bulk(page).getByRole("button", { name: "Dismiss" }).click();
    await expect(bulk(page)).toHaveCount(0);
    await boxes.first().uncheck();
    await expect(bar).toContainText("1 selected");
    await bar.getByRole("button", { name: /^Archive/ }).click();
    await expect(page.locator("[data-agent]")).toHaveCount(1);
    await filter(page).fill("archive archived:any ");
    await expect(page.getByRole("option")).toHaveCount(0);
    await expect(page.locator("[data-agent]")).toHaveCount(2);
    await page.getByRole("checkbox", { name: /Select all 2 agents/ }).check();
    await bar.getByRole("button", { name: "Restore (1)" }).click();
    await expect(bulk(page)).toContainText("1 agent restored.");

    const body = JSON.stringify({ prompt: { text: "Sleep until cancelled\n```sh\nsleep 600\n```" } });
    const headers = { authorization: `Bearer ${app.keys.user}`, "content-type": "application/json" };
    await fetch(`${app.serviceUrl}/v1/agents`, { method: "POST", headers, body });
    await page.goto(`${app.webUrl}/agents?q=sleep`);
    await expect(row(page, "Sleep until")).toContainText("Running");
    await page.getByRole("checkbox", { name: /^Select Sleep until/ }).check();
    await page.getByRole("button", { name: "Cancel run" }).click();
    await expect(bulk(page)).toContainText("1 run cancelled.");
    await expect(row(page, "Sleep until")).toContainText("Cancelled");
  });

  test("says what failed and tries again, and deletes only what is confirmed", async ({ page, app }) => {
    await finishedAgent(app, "Delete me one");
    await finishedAgent(app, "Delete me two");
    await page.goto(`${app.webUrl}/agents?q=delete`);
    await expect(page.locator("[data-agent]")).toHaveCount(2);
    await page.getByRole("checkbox", { name: /Select all 2 agents/ }).check();
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 agents?" });
    await expect(dialog.getByRole("button", { name: "Delete 2 agents" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Keep them" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Delete…" }).click();
    await dialog.getByLabel("Type “delete 2” to confirm").fill("delete 2");
    await lookOnce(page, "list-delete");
    await switchAccount(app, { apiEnabled: false });
    await dialog.getByRole("button", { name: "Delete 2 agents" }).click();
    await expect(bulk(page)).toContainText("2 failed.");
    await expect(bulk(page).getByRole("list", { name: "What failed" })).toContainText(noApi);
    await lookAsItIs(page, "list-failed");
    await expect(page.locator("[data-agent]")).toHaveCount(2);
    await switchAccount(app, { apiEnabled: true });
    await bulk(page).getByRole("button", { name: "Try the failed ones again" }).click();
    await expect(bulk(page)).toContainText("2 agents deleted.");
    await expect(page.locator("[data-agent]")).toHaveCount(0);
  });

  test("stops a bulk action before the next agent", async ({ page, app }) => {
    await copyAgent(app, await finishedAgent(app, "The one that is copied"), 6);
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent('"Copy 00"')}`);
    await expect(page.locator("[data-agent]")).toHaveCount(6);
    const remove = async (count: number) => {
      await page.getByRole("checkbox", { name: `Select all ${count} agents shown` }).check();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByLabel(`Type “delete ${count}” to confirm`).fill(`delete ${count}`);
      await page.getByRole("button", { name: `Delete ${count} agents` }).click();
    };
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/v1/agents/*", async (route) => {
      await held;
      await route.continue();
    });
    await remove(6);
    await bulk(page).getByRole("button", { name: "Stop" }).click();
    letGo();
    await expect(bulk(page)).toContainText("4 agents deleted. 2 not tried.");
    await remove(2);
    await expect(bulk(page)).toContainText("2 agents deleted.");
  });

  test("drops an agent that somebody else deleted", async ({ page, app }) => {
    const id = await finishedAgent(app, "Gone in a moment");
    await page.goto(`${app.webUrl}/agents?q=gone`);
    await expect(row(page, "Gone in a moment")).toBeVisible();
    const headers = { authorization: `Bearer ${app.keys.user}` };
    await fetch(`${app.serviceUrl}/v1/agents/${id}`, { method: "DELETE", headers });
    await page.goto(`${app.webUrl}/agents/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto(`${app.webUrl}/agents?q=gone`);
    await expect(row(page, "Gone in a moment")).toHaveCount(0);
  });

  test("says so when the dashboard can't be asked, and goes on by itself", async ({ page, app }) => {
    await page.clock.install();
    await page.goto(`${app.webUrl}/agents`);
    await expect(row(page, "Describe the orders")).toBeVisible();
    app.cut();
    await expect(problem(page)).toContainText("No answer came back");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await lookOnce(page, "list-cut");
    app.restore();
    await expect(problem(page)).toHaveCount(0);

    app.cut();
    await expect(problem(page)).toContainText("No answer came back");
    // While the page's clock stands still it asks for nothing by itself.
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(problem(page)).toContainText("No answer came back");
    app.restore();
    const answered = page.waitForResponse(/\/api\/dashboard\/agent-changes/);
    await problem(page).getByRole("button", { name: "Try again" }).click();
    await answered;
    await page.clock.resume();
    await expect(problem(page)).toHaveCount(0);
  });

  test("says so when the service can't be read, and shows what is known", async ({ page, app }) => {
    await page.goto(`${app.webUrl}/agents`);
    await switchAccount(app, { apiEnabled: false });
    await expect(problem(page)).toContainText(noApi);
    await expect(problem(page)).toContainText("What you see is as the service answered");
    await expect(row(page, "Describe the orders")).toBeVisible();
    await lookOnce(page, "list-trouble");
    await switchAccount(app, { apiEnabled: true });
    await expect(problem(page)).toHaveCount(0);
  });
});
