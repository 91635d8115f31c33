import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { demoPull } from "./testing/hosting";
import { press, tabTo } from "./testing/keyboard";

/** Opens a demo pull request by URL. Everything else is done by keyboard. */
async function open(page: Page, app: App, title: string): Promise<void> {
  const { number } = await demoPull(app, title);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${number}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
}

const merge = (page: Page) => page.getByRole("region", { name: "Merge", exact: true });
const state = (page: Page, name: string) =>
  expect(page.locator("main header").getByText(new RegExp(`^Pull request:\\s*${name}$`))).toBeVisible();

/** Writes and publishes a review. */
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

/** Merges the pull request with the given button. */
async function mergeByKey(page: Page, button: string): Promise<void> {
  await tabTo(page, merge(page).getByRole("button", { name: button, exact: true }));
  await press(page, "Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: button, exact: true })).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("region", { name: "Merge result" })).toBeVisible();
  await state(page, "Merged");
}

/** Opens the Files tab and waits until it is loaded. */
async function files(page: Page): Promise<void> {
  await press(page, "4");
  await expect(page).toHaveURL(/tab=files/);
  await expect(page.getByRole("tree", { name: "Changed files" })).toBeVisible();
  await expect(page.getByText(/^[\d,]+ files? in version 1$/)).toBeVisible();
}

test.describe("every demo pull request can be reviewed by keyboard", () => {
  test.beforeEach(({ page, app }) => signIn(page, app));

  test("ready, failing, pending, not reviewed", { tag: "@long" }, async ({ page, app }) => {
    await test.step("ready: all files are viewed, then it is merged", async () => {
      await open(page, app, "Add release notes for 1.0.2");
      await expect(merge(page)).toContainText("Ready to merge into");
      await files(page);
      await press(page, "]", "Shift+V");
      await expect(page.getByText("1 of 1 file viewed")).toBeVisible();
      await press(page, "1");
      await mergeByKey(page, "Merge");
    });

    await test.step("failing checks: the blocker links to the check and its annotation", async () => {
      await open(page, app, "Add a health check endpoint (1.0)");
      await expect(merge(page)).toContainText("Merging is blocked");
      await tabTo(page, merge(page).getByRole("link", { name: "Lint" }));
      await press(page, "Enter");
      await expect(page).toHaveURL(/tab=checks#check-/);
      const lint = page.getByRole("button", { name: "Lint", exact: true });
      await tabTo(page, lint);
      if ((await lint.getAttribute("aria-expanded")) !== "true") await press(page, "Enter");
      await expect(page.getByRole("list", { name: "Annotations for Lint" })).toContainText("src/health.js:5");
      await files(page);
      await press(page, "]", "n", "c");
      await expect(page.getByRole("textbox", { name: /^Comment on src\/health\.js, line 1$/ })).toBeFocused();
      await page.keyboard.type("Please fix the linter error.");
      await press(page, "Control+Enter");
      await expect(page.getByText("Draft", { exact: true })).toBeVisible();
      await press(page, "1");
      await review(page, "request_changes", "Not while it is red.");
      await expect(page.getByText(/^Admin via .+ requested changes on version 1/)).toBeVisible();
    });

    await test.step("pending checks: approved, but merging is blocked", async () => {
      await open(page, app, "Document the upgrade from 0.9");
      await review(page, "approve", "Once it is green.");
      await expect(page.getByRole("article").filter({ hasText: "Once it is green." })).toContainText(
        /Admin via .+ approved/,
      );
      await expect(merge(page)).toContainText("Merging is blocked");
      await expect(merge(page).getByRole("link", { name: "Tests" })).toBeVisible();
    });

    await test.step("not reviewed: a review is requested, and a comment doesn't clear the blocker", async () => {
      await open(page, app, "Document the 1.0 support period");
      const request = merge(page).getByRole("button", { name: "Request review" });
      await tabTo(page, request);
      await press(page, "Enter");
      await tabTo(
        page,
        page.getByRole("dialog", { name: "Request review" }).getByRole("textbox", { name: "Reviewers" }),
      );
      await page.keyboard.type("ada@orders.example");
      await press(page, "Enter");
      await expect(page.getByText("Requested review from ada@orders.example.")).toBeVisible();
      const reviewer = page.getByRole("region", { name: "Reviewers" }).getByRole("listitem").filter({ hasText: "Ada" });
      await expect(reviewer).toContainText("Review requested");
      await review(page, "comment", "Five years it is.");
      await expect(request).toBeVisible();
    });
  });

  test("conflicting, changes requested, a stack, a draft, merged, 3,000 files", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await test.step("conflicting: lists the files and the commands to resolve them", async () => {
      await open(page, app, "Add an Unreleased section to the changelog");
      await expect(merge(page)).toContainText("CHANGELOG.md");
      await tabTo(page, merge(page).getByText("Command line instructions"));
      await press(page, "Enter");
      await expect(merge(page)).toContainText("git merge");
      await review(page, "request_changes", "Merge main into it and keep both.");
    });

    await test.step("changes requested: threads are navigated, replied to and resolved", async () => {
      await open(page, app, "Add bulk discounts");
      await files(page);
      await expect(page.getByRole("treeitem", { name: /bulk-discounts\.js.*open threads?/ })).toBeVisible();
      await press(page, "Shift+N");
      await expect(page).toHaveURL(/at=/);
      await press(page, "Enter");
      const thread = page.locator("[data-thread]").filter({ has: page.locator(":focus") });
      await expect(thread).toBeVisible();
      const place = (await thread.getAttribute("data-thread")) ?? "";
      const here = page.locator(`[data-thread="${place}"]`).getByRole("group").first();
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

    await test.step("a stack of three: navigated by layer, and merged from its top", async () => {
      await open(page, app, "Multi-currency 1/3");
      const title = page.getByRole("heading", { level: 1 });
      await expect(page.getByRole("navigation", { name: "Stack" }).getByRole("listitem")).toHaveCount(3);
      for (const layer of ["2/3", "3/3"]) {
        await press(page, "}");
        await expect(title).toContainText(`Multi-currency ${layer}`);
      }
      await mergeByKey(page, "Merge 3 pull requests");
      await expect(page.getByRole("region", { name: "Merge result" })).toContainText("Merged with");
    });

    await test.step("a draft: marked as ready and merged", async () => {
      await open(page, app, "Support partial refunds");
      await expect(merge(page)).toContainText("Merging is blocked");
      await tabTo(page, merge(page).getByRole("button", { name: "Ready for review" }));
      await press(page, "Enter");
      await expect(merge(page)).toContainText("Ready to merge into");
      await mergeByKey(page, "Merge");
    });

    await test.step("merged: shows the result and commits, and accepts comments", async () => {
      await open(page, app, "Finish in-flight requests before shutdown (1.0)");
      await expect(page.getByRole("region", { name: "Merge result" })).toContainText("release/1.0 is now at");
      await press(page, "2");
      await expect(page.getByRole("region", { name: "Commits" }).getByRole("listitem")).toHaveCount(1);
      await press(page, "1");
      await review(page, "comment", "Works well in production.");
      await expect(page.getByText(/^Admin via .+ reviewed version 1/)).toBeVisible();
    });

    await test.step("3,000 files: one file is viewed, then it is approved and merged", async () => {
      await open(page, app, "Add 3,000 recorded orders");
      await files(page);
      await press(page, "t");
      await page.keyboard.type("2999");
      await press(page, "Enter");
      await expect(page).toHaveURL(/2999/);
      await press(page, "v");
      await expect(page.getByText("1 of 3,000 files viewed")).toBeVisible();
      await press(page, "1");
      await review(page, "approve", "Enough of them.");
      await mergeByKey(page, "Merge");
    });
  });
});
