import { expect, signIn, test } from "./testing/app";
import { commitFile, demoPull } from "./testing/hosting";
import { checkPage } from "./testing/screenshots";

test("a stack is walked by keys, each layer with a verdict of its own", async ({ page, app }) => {
  const second = await demoPull(app, "Multi-currency 2/3");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${second.number}`);
  const rail = page.getByRole("navigation", { name: "Stack" });
  await expect(rail.getByRole("listitem")).toHaveCount(3);
  await expect(rail.getByRole("listitem").nth(0)).toContainText(/1\/3.*Multi-currency 1\/3.*mergeable/);
  await expect(rail.getByRole("link", { name: "Everything up to here" })).toHaveAttribute("href", /base=main/);
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
  await page.getByRole("button", { name: "Commits" }).click();
  await expect(title).toContainText("Multi-currency 2/3");
});

test("a head that moved meanwhile is not merged: what changed is shown, then it is, with a receipt", async ({
  page,
  app,
}) => {
  const pull = await demoPull(app, "Round the discount once");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${pull.number}`);
  const box = page.getByRole("region", { name: "Merge" });
  const merge = box.getByRole("button", { name: "Merge", exact: true });
  await expect(merge).toBeEnabled();
  // The page is not told of the new head before somebody merges the old one.
  let held = true;
  await page.route("**/api/v1/repohost/**", (route) => {
    if (route.request().method() === "POST") held = false;
    return held ? route.abort() : route.continue();
  });
  await commitFile(app, pull.head, "docs/rounding.md", "Half up.\n");
  await merge.focus();
  await page.keyboard.press("Enter");
  await expect(box).toContainText("Nothing was merged");
  const changed = box.getByRole("region", { name: "What changed" });
  await expect(changed).toContainText("1 new commit");
  await expect(changed).toContainText("docs/rounding.md");
  await expect(page.getByText("Version 2 came while you were looking at version 1.")).toBeVisible();
  await page.getByRole("button", { name: "Show what changed" }).click();
  await expect(page.getByRole("dialog")).toContainText("docs/rounding.md");
  await page.keyboard.press("Escape");

  await expect(merge).toBeEnabled();
  await merge.focus();
  await page.keyboard.press("Enter");
  const receipt = page.getByRole("region", { name: "What became of it" });
  await expect(receipt).toContainText("main has moved to");
  await expect(receipt).toContainText("fix/rounding was");
});
