import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { press, tabTo } from "./testing/keyboard";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

/** Each agent writes something else, so that their changes differ. */
const prompt = "Draw a number\n```sh\ncat /proc/sys/kernel/random/uuid > NUMBER.md\n```";

const agentsOf = (page: Page) => page.getByRole("region", { name: "Agents" }).getByRole("listitem");

/** Launches two agents that finish, and two whose launch fails. */
async function launchBatch(page: Page, app: App): Promise<void> {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/agents/new?repo=${encodeURIComponent(`${app.serviceUrl}/demo/orders`)}`);
  const text = page.getByRole("textbox", { name: "Prompt", exact: true });
  await expect(page.getByRole("combobox", { name: "Repository" })).toContainText("demo/orders");

  await test.step("launch", async () => {
    await text.focus();
    await page.keyboard.insertText(prompt);
    await tabTo(page, page.getByRole("combobox", { name: "Model", exact: true }));
    await press(page, "Enter");
    await expect(page.getByPlaceholder("Filter…")).toBeFocused();
    await page.keyboard.type("script");
    await press(page, "Enter");
    await tabTo(page, page.getByRole("checkbox", { name: "Batch" }));
    await press(page, "Space");
    const batch = page.getByRole("group", { name: "Batch" });
    await expect(batch.getByRole("status")).toHaveText("2 agents: 2 attempts");
    await tabTo(page, batch.getByRole("combobox", { name: "More models" }));
    await press(page, "Enter");
    await expect(page.getByPlaceholder("Filter…")).toBeFocused();
    await page.keyboard.type("missing-model");
    await press(page, "Enter");
    await expect(batch.getByRole("status")).toHaveText("4 agents: 2 models × 2 attempts");
    await tabTo(page, batch.getByRole("spinbutton", { name: "Attempts" }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("11");
    await page.keyboard.press("Control+Enter");
    await expect(batch.getByText("A batch can have at most 20 agents, not 22")).toBeVisible();
    await tabTo(page, batch.getByRole("spinbutton", { name: "Attempts" }), "Shift+Tab");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2");
    await expect(page.getByRole("button", { name: "Launch 4 agents…" })).toBeVisible();
    await checkViewInAllThemes(page, "batch-form");
    await page.keyboard.press("Control+Enter");
    const dialog = page.getByRole("dialog", { name: "Launch 4 agents?" });
    await expect(dialog.getByText("4. missing-model, demo/orders, attempt 2")).toBeVisible();
    await checkViewInAllThemes(page, "batch-confirm");
    await tabTo(page, dialog.getByRole("button", { name: "Launch 4 agents" }));
    await press(page, "Enter");
    await page.waitForURL(/\/agents\/batches\/[0-9a-f-]{36}/);
  });

  const agents = agentsOf(page);

  await test.step("launches that fail are shown and can be retried", async () => {
    await expect(page.getByText("2 of 4 launched, 2 failed")).toBeVisible({ timeout: 60_000 });
    await expect(agents.nth(2)).toContainText("missing-model");
    await tabTo(page, page.getByRole("button", { name: /Retry launch of 3/ }));
    await press(page, "Enter");
    await expect(agents.nth(2).getByText("Launch failed")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("results", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const row of [agents.nth(0), agents.nth(1)]) {
      await expect(row.getByText("Finished")).toBeVisible({ timeout: 60_000 });
      await expect(row.getByText("1 line added, 0 removed")).toBeAttached({ timeout: 60_000 });
    }
  });
}

test("a batch is launched by keyboard, and shows results and failed launches", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await launchBatch(page, app);
  await checkPage(page, "batch");
});

test("a batch is compared, followed up and reduced to one agent by keyboard alone", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await launchBatch(page, app);
  const agents = agentsOf(page);

  await test.step("sort", async () => {
    await tabTo(page, page.getByRole("button", { name: "Sort by agent" }));
    await press(page, "Enter");
    await expect(agents.first()).toContainText("4. missing-model");
    await press(page, "Enter");
    await expect(agents.first()).toContainText("1. script");
  });

  const toolbar = page.getByRole("toolbar", { name: "Selected agents" });

  await test.step("compare the changes of two agents", async () => {
    for (const name of ["Select 1. script-agent, demo/orders", "Select 2. script-agent, demo/orders, attempt 2"]) {
      await tabTo(page, page.getByRole("checkbox", { name, exact: true }));
      await press(page, "Space");
    }
    await tabTo(page, toolbar.getByRole("button", { name: "Compare changes" }));
    await press(page, "Enter");
    const comparison = page.getByRole("region", { name: "Compare changes" });
    await expect(comparison.getByText("1 line added, 1 removed").first()).toBeAttached({ timeout: 60_000 });
    await expect(comparison.getByText("NUMBER.md").first()).toBeVisible();
    await checkViewInAllThemes(page, "batch-compare");
    await tabTo(page, comparison.getByRole("radio", { name: "Differences" }), "Shift+Tab");
    await press(page, "ArrowRight");
    await expect(comparison.getByText("1 line added, 0 removed").first()).toBeAttached();
    await tabTo(page, comparison.getByRole("button", { name: "Close comparison" }));
    await press(page, "Enter");
    await expect(comparison).toHaveCount(0);
  });

  await test.step("follow up with both", async () => {
    await tabTo(page, toolbar.getByRole("button", { name: "Follow up…" }));
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Follow up with 2 agents" });
    await expect(dialog.getByRole("textbox", { name: "Message" })).toBeFocused();
    await page.keyboard.insertText("Again\n```sh\necho again\n```");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("region", { name: "Bulk action" }).getByText("2 follow-ups queued.")).toBeVisible({
      timeout: 60_000,
    });
  });

  await test.step("keep one", async () => {
    await tabTo(
      page,
      page.getByRole("checkbox", { name: "Select 2. script-agent, demo/orders, attempt 2", exact: true }),
    );
    await press(page, "Space");
    await tabTo(page, toolbar.getByRole("button", { name: "Keep, archive others…" }));
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Archive 1 agent?" });
    await expect(dialog).toContainText("Keeps 1. script-agent, demo/orders.");
    await checkViewInAllThemes(page, "batch-keep");
    await tabTo(page, dialog.getByRole("button", { name: "Archive 1 agent" }));
    await press(page, "Enter");
    await expect(page.getByRole("region", { name: "Bulk action" }).getByText("1 agent archived.")).toBeVisible({
      timeout: 60_000,
    });
    await expect(agents.nth(1).getByText("Archived")).toBeVisible({ timeout: 60_000 });
  });

  await test.step("lists, agents and the command palette link to it", async () => {
    await tabTo(page, page.getByRole("link", { name: "Show in list" }), "Shift+Tab");
    await press(page, "Enter");
    await page.waitForURL(/\/agents\?q=batch/);
    await expect(page.getByRole("link", { name: /^Draw a number \([12] of 4\)$/ })).toHaveCount(2);
    await page.getByRole("link", { name: "Draw a number (1 of 4)" }).press("Enter");
    await page.getByRole("link", { name: "Batch", exact: true }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Draw a number" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("combobox", { name: "Commands" })).toBeFocused();
    await page.keyboard.type("batch draw");
    await expect(page.getByRole("option", { name: "Draw a number", exact: true }).first()).toBeVisible();
    await press(page, "Escape");
    await page.getByRole("link", { name: "Batches" }).press("Enter");
    await page.getByRole("list", { name: "Batches" }).getByRole("link", { name: "Draw a number" }).first().waitFor();
    await checkPage(page, "batches");
  });
});
