import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { look } from "./testing/look";

async function pullAt(app: App, head: string): Promise<string> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  const url = `${app.serviceUrl}/v1/repohost/repos/demo/orders/pulls?state=all&pageSize=100`;
  await expect
    .poll(async () => (await (await fetch(url, { headers })).json()).pullRequests.length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(10);
  const { pullRequests } = await (await fetch(url, { headers })).json();
  const found = pullRequests.find((pull: { head: { ref: string } }) => pull.head.ref === head);
  return `${app.webUrl}/pulls/demo/orders/${found.number}?tab=files`;
}

const line = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("a review is written and published by keyboard alone, and survives a reload", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(await pullAt(app, "feature/bulk-discounts"));
  await expect(line(page, "Added line 4").first()).toBeVisible();
  // To the head of the new file, its first change, a range, and a comment on it.
  for (let file = 0; file < 9 && !page.url().includes("at=%3Asrc%2Fbulk-discounts.js"); file += 1) {
    await page.keyboard.press("]");
    await expect(page).toHaveURL(/at=%3A/);
  }
  await page.keyboard.press("n");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("c");
  const text = page.getByRole("textbox", { name: /^Comment on .*lines \d+ to \d+/ });
  await expect(text).toBeFocused();
  await page.keyboard.type("Half a thought");
  await page.reload();
  await expect(text).toHaveValue("Half a thought");
  await text.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", finished.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Half a thought, finished.")).toBeVisible();

  // Viewed, and on to the next file.
  await page.keyboard.press("[");
  await page.keyboard.press("Shift+V");
  await expect(page.getByText(/^1 of \d+ files viewed$/)).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await page.reload();
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await expect(page.getByText(/^1 of \d+ files viewed$/)).toBeVisible();
  await page.keyboard.press("m");

  // Find sees lines that are not drawn.
  await page.keyboard.press("Control+f");
  await expect(page.getByLabel("Find in the diff")).toBeFocused();
  await page.keyboard.type("bulkDiscount");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press("Escape");

  const form = page.getByRole("form", { name: "Your review" });
  await expect(form).toContainText("1 comment goes with it.");
  await form.getByLabel("Summary").focus();
  await page.keyboard.type("One question.");
  await form.getByRole("button", { name: "Publish review" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(page.getByText("Draft", { exact: true })).toHaveCount(0);
});

test.describe("looks", () => {
  test.setTimeout(180_000);

  test("the files of a pull request", async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(await pullAt(app, "feature/bulk-discounts"));
    await expect(line(page, "Added line 4").first()).toBeVisible();
    await look(page, "files");
    await page.evaluate(() => localStorage.setItem("slipway.diff", "split"));
    await page.goto(await pullAt(app, "test/recorded-orders"));
    await expect(page.getByText("3000 files of version 1")).toBeVisible();
    await look(page, "files-many");
  });
});
