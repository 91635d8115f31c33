import { expect, signIn, test } from "./testing/app";
import { commitFile, confirmMerge, demoPull } from "./testing/hosting";
import { pullTab } from "./testing/review";
import { checkPage } from "./testing/screenshots";

test("a stack is navigated by keyboard, with the merge state of each layer", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const second = await demoPull(app, "Multi-currency 2/3");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${second.number}`);
  const rail = page.getByRole("navigation", { name: "Stack" });
  await expect(rail.getByRole("listitem")).toHaveCount(3);
  await expect(rail.getByRole("listitem").nth(2)).toContainText(/1\/3.*Multi-currency 1\/3.*mergeable/);
  await expect(rail.getByRole("link", { name: "All changes up to this layer" })).toHaveAttribute("href", /layers=all/);
  await checkPage(page, "stack");
  await page.setViewportSize({ width: 1280, height: 900 });
  const title = page.getByRole("heading", { level: 1 });
  await page.keyboard.press("}");
  await expect(title).toContainText("Multi-currency 3/3");
  await expect(rail.getByRole("link", { name: /3\/3/ })).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("{");
  await expect(title).toContainText("Multi-currency 2/3");
  await page.evaluate(() => localStorage.setItem("slipway.shortcuts", "off"));
  await page.keyboard.press("{");
  await pullTab(page, "Commits").click();
  await expect(title).toContainText("Multi-currency 2/3");

  // The whole stack shows the threads of this layer, whose files can have comments.
  await pullTab(page, /^Files/).click();
  const files = page.getByRole("region", { name: "Files", exact: true });
  const tree = page.getByRole("tree", { name: "Changed files" });
  await expect(files.getByText(/files? in version 1/)).toBeVisible();
  const own = await tree.getByRole("treeitem").count();
  await pullTab(page, "Conversation").click();
  await rail.getByRole("link", { name: "All changes up to this layer" }).click();
  await expect(files.getByText(`2 layers, from main to #${second.number}`)).toBeVisible();
  await expect.poll(() => tree.getByRole("treeitem").count()).toBeGreaterThan(own);
  await checkPage(page, "stack-changes");
  await files.getByRole("button", { name: "Show this layer only" }).click();
  await expect(tree.getByRole("treeitem")).toHaveCount(own);
});

test("a moved head isn't merged: its changes are shown, then it is merged", async ({ page, app }) => {
  const pull = await demoPull(app, "Round the discount once");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${pull.number}`);
  const box = page.getByRole("region", { name: "Merge" });
  const merge = box.getByRole("button", { name: "Merge", exact: true });
  await expect(merge).toBeEnabled();
  // Blocks updates, so that the page doesn't know the new head until the user merges the old one.
  let blocked = true;
  await page.route("**/api/v1/repohost/**", (route) => {
    if (route.request().method() === "POST") blocked = false;
    return blocked ? route.abort() : route.continue();
  });
  await commitFile(app, pull.head, "docs/rounding.md", "Half up.\n");
  await merge.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(box).toContainText("Couldn't merge");
  const changed = box.getByRole("region", { name: "New changes" });
  await expect(changed).toContainText("1 new commit");
  await expect(changed).toContainText("docs/rounding.md");
  await expect(page.getByText("Version 2 was pushed since you opened version 1.")).toBeVisible();
  await page.getByRole("button", { name: "View changes" }).click();
  await expect(page.getByRole("dialog")).toContainText("docs/rounding.md");
  await page.keyboard.press("Escape");

  await expect(merge).toBeEnabled();
  await merge.focus();
  await page.keyboard.press("Enter");
  await confirmMerge(page);
  const result = page.getByRole("region", { name: "Merge result" });
  await expect(result).toContainText("main is now at");
  await expect(result).toContainText("fix/rounding was");
});
