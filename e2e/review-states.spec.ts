import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { demoPull } from "./testing/hosting";
import { press, tabTo } from "./testing/keyboard";

/** Opens a pull request of the demo by its address; all else is done by keys. */
async function open(page: Page, app: App, title: string): Promise<void> {
  const { number } = await demoPull(app, title);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${number}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
}

const merge = (page: Page) => page.getByRole("region", { name: "Merge", exact: true });
const state = (page: Page, name: string) =>
  expect(page.locator("main header").getByText(new RegExp(`^Pull request:\\s*${name}$`))).toBeVisible();

/** Writes and publishes a review; the verdicts stand in this order. */
async function review(page: Page, verdict: "comment" | "approve" | "request_changes", summary: string): Promise<void> {
  const form = page.getByRole("form", { name: "Your review" });
  await tabTo(page, form.getByLabel("Summary"));
  await page.keyboard.type(summary);
  await press(page, "Tab");
  await press(page, ...{ comment: [], approve: ["ArrowDown"], request_changes: ["ArrowDown", "ArrowDown"] }[verdict]);
  await tabTo(page, form.getByRole("button", { name: "Publish review" }));
  await press(page, "Enter");
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(form.getByLabel("Summary")).toHaveValue("");
}

/** Merges what the box says can be merged. */
async function mergeByKey(page: Page, button: string): Promise<void> {
  await tabTo(page, merge(page).getByRole("button", { name: button, exact: true }));
  await press(page, "Enter");
  await expect(page.getByRole("region", { name: "What became of it" })).toBeVisible();
  await state(page, "Merged");
}

/** Opens the files and waits until they can be walked. */
async function files(page: Page): Promise<void> {
  await press(page, "4");
  await expect(page).toHaveURL(/tab=files/);
  await expect(page.getByRole("tree", { name: "Changed files" })).toBeVisible();
  await expect(page.getByText(/^\d+ files? of version 1$/)).toBeVisible();
}

test.describe("every state of the demo is reviewed to its end by keyboard alone", () => {
  test.beforeEach(({ page, app }) => signIn(page, app));

  test("ready, failing, pending, not reviewed", async ({ page, app }) => {
    await test.step("ready: every file is viewed, and it is merged", async () => {
      await open(page, app, "Add release notes for 1.0.2");
      await expect(merge(page)).toContainText("Can be merged into");
      await files(page);
      await press(page, "]", "Shift+V");
      await expect(page.getByText("1 of 1 files viewed")).toBeVisible();
      await press(page, "1");
      await mergeByKey(page, "Merge");
    });

    await test.step("failing checks: the blocker leads to the check, its annotation to the line", async () => {
      await open(page, app, "Add a health check endpoint (1.0)");
      await expect(merge(page)).toContainText("Can't be merged yet");
      await tabTo(page, merge(page).getByRole("link", { name: "Lint" }));
      await press(page, "Enter");
      await expect(page).toHaveURL(/tab=checks#check-/);
      const lint = page.getByRole("button", { name: "Lint", exact: true });
      await tabTo(page, lint);
      if ((await lint.getAttribute("aria-expanded")) !== "true") await press(page, "Enter");
      await expect(page.getByRole("list", { name: "Annotations of Lint" })).toContainText("src/health.js:5");
      await files(page);
      await press(page, "]", "n", "c");
      await expect(page.getByRole("textbox", { name: /^Comment on src\/health\.js, line 1$/ })).toBeFocused();
      await page.keyboard.type("Please mend what the linter says.");
      await press(page, "Control+Enter");
      await expect(page.getByText("Draft", { exact: true })).toBeVisible();
      await press(page, "1");
      await review(page, "request_changes", "Not while it is red.");
      await expect(page.getByText(/^Admin via .+ requested changes on version 1/)).toBeVisible();
    });

    await test.step("pending checks: approved, and the merge waits", async () => {
      await open(page, app, "Document the upgrade from 0.9");
      await review(page, "approve", "Once it is green.");
      await expect(page.getByRole("article").filter({ hasText: "Once it is green." })).toContainText(
        /Admin via .+ approved/,
      );
      await expect(merge(page)).toContainText("Can't be merged yet");
      await expect(merge(page).getByRole("link", { name: "Tests" })).toBeVisible();
    });

    await test.step("not reviewed: somebody is asked again, and the author's own word does not clear it", async () => {
      await open(page, app, "Document the 1.0 support period");
      const ask = merge(page).getByRole("button", { name: "Ask for a review" });
      await tabTo(page, ask);
      await press(page, "Enter");
      await tabTo(page, page.getByRole("dialog", { name: "Ask for a review" }).getByLabel("People"));
      await page.keyboard.type("ada@orders.example");
      await press(page, "Enter");
      await expect(page.getByText("Asked ada@orders.example.")).toBeVisible();
      await expect(page.getByText(/^Waiting for a review of .*Ada/)).toBeVisible();
      await review(page, "comment", "Five years it is.");
      await expect(ask).toBeVisible();
    });
  });

  test("conflicting, changes requested, a stack, a draft, merged, 3,000 files", async ({ page, app }) => {
    await test.step("conflicting: the files are named, and the way to mend them", async () => {
      await open(page, app, "Add an Unreleased section to the changelog");
      await expect(merge(page)).toContainText("CHANGELOG.md");
      await tabTo(page, merge(page).getByText("By hand, in a clone"));
      await press(page, "Enter");
      await expect(merge(page)).toContainText("git merge");
      await review(page, "request_changes", "Merge main into it and keep both.");
    });

    await test.step("changes requested: the threads are walked, answered and resolved", async () => {
      await open(page, app, "Add bulk discounts");
      await files(page);
      await expect(page.getByRole("treeitem", { name: /bulk-discounts\.js.*open threads/ })).toBeVisible();
      await press(page, "Shift+N");
      await expect(page).toHaveURL(/at=/);
      await press(page, "Enter");
      const thread = page.locator("[data-talk]").filter({ has: page.locator(":focus") });
      await expect(thread).toBeVisible();
      const place = (await thread.getAttribute("data-talk")) ?? "";
      const here = page.locator(`[data-talk="${place}"]`).getByRole("group").first();
      await tabTo(page, here.getByRole("button", { name: "Reply" }));
      await press(page, "Enter");
      await page.keyboard.type("It is safer now.");
      await tabTo(page, here.getByRole("button", { name: "Send reply" }));
      await press(page, "Enter");
      await expect(here).toContainText("It is safer now.");
      await tabTo(page, here.getByRole("button", { name: "Resolve" }));
      await press(page, "Enter");
      await expect(here.getByText("Resolved")).toBeVisible();
    });

    await test.step("a stack of three: walked layer by layer, and merged at once from its top", async () => {
      await open(page, app, "Multi-currency 1/3");
      const title = page.getByRole("heading", { level: 1 });
      await expect(page.getByRole("navigation", { name: "Stack" }).getByRole("listitem")).toHaveCount(3);
      for (const layer of ["2/3", "3/3"]) {
        await press(page, "}");
        await expect(title).toContainText(`Multi-currency ${layer}`);
      }
      await mergeByKey(page, "Merge 3 pull requests");
      await expect(page.getByRole("region", { name: "What became of it" })).toContainText("With it:");
    });

    await test.step("a draft: made ready, and merged", async () => {
      await open(page, app, "Support partial refunds");
      await expect(merge(page)).toContainText("Can't be merged yet");
      await tabTo(page, merge(page).getByRole("button", { name: "Ready for review" }));
      await press(page, "Enter");
      await expect(merge(page)).toContainText("Can be merged into");
      await mergeByKey(page, "Merge");
    });

    await test.step("merged: what became of it, its commits, and a word afterwards", async () => {
      await open(page, app, "Finish in-flight requests before shutdown (1.0)");
      await expect(page.getByRole("region", { name: "What became of it" })).toContainText("release/1.0 has moved to");
      await press(page, "2");
      await expect(page.getByRole("region", { name: "Commits" }).getByRole("listitem")).toHaveCount(1);
      await press(page, "1");
      await review(page, "comment", "Works well in production.");
      await expect(page.getByText(/^Admin via .+ reviewed version 1/)).toBeVisible();
    });

    await test.step("3,000 files: one is looked up and viewed, then it is approved and merged", async () => {
      await open(page, app, "Add 3,000 recorded orders");
      await files(page);
      await press(page, "t");
      await page.keyboard.type("2999");
      await press(page, "Enter");
      await expect(page).toHaveURL(/2999/);
      await press(page, "v");
      await expect(page.getByText("1 of 3000 files viewed")).toBeVisible();
      await press(page, "1");
      await review(page, "approve", "Enough of them.");
      await mergeByKey(page, "Merge");
    });
  });
});
