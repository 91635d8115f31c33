import type { Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { demoPull } from "./testing/hosting";
import { createImagePullRequest } from "./testing/image-pull-request";
import { openReview } from "./testing/review";
import { checkPage } from "./testing/screenshots";

async function pullAt(app: App, head: string): Promise<string> {
  const headers = { authorization: `Bearer ${app.keys.user}` };
  const url = `${app.serviceUrl}/v1/repohost/repos/demo/orders/pulls?state=all&pageSize=100`;
  await expect
    .poll(async () => (await (await fetch(url, { headers })).json()).pullRequests.length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(10);
  const { pullRequests } = await (await fetch(url, { headers })).json();
  const found = pullRequests.find((pull: { head: { ref: string } }) => pull.head.ref === head);
  return `${app.webUrl}/pulls/demo/orders/${found.number}?tab=files`;
}

const line = (page: Page, name: string) => page.getByRole("group", { name, exact: true });

test("a review is written and published by keyboard, and survives a reload", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(await pullAt(app, "feature/bulk-discounts"));
  await expect(line(page, "Added line 4").first()).toBeVisible();
  // Moves to the new file and its first change, selects a range, and comments on it.
  for (let file = 0; file < 9 && !page.url().includes("at=%3Asrc%2Fbulk-discounts.js"); file += 1) {
    const before = page.url();
    await page.keyboard.press("]");
    await expect(page).not.toHaveURL(before);
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

  // Marks the file as viewed and continues to the next one.
  await page.keyboard.press("[");
  const marked = page.waitForResponse((response) => response.url().includes("/viewed-files/"));
  await page.keyboard.press("Shift+V");
  await expect(page.getByText(/^1 of \d+ files? viewed$/)).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await marked;
  await page.reload();
  await expect(page.getByRole("radio", { name: "Split" })).toBeChecked();
  await expect(page.getByText(/^1 of \d+ files? viewed$/)).toBeVisible();
  await page.keyboard.press("m");

  // Find includes lines that aren't rendered.
  await page.keyboard.press("Control+f");
  await expect(page.getByLabel("Find in diff")).toBeFocused();
  await page.keyboard.type("bulkDiscount");
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  const highlighted = () => page.evaluate(() => CSS.highlights.get("slipway-diff-find")?.size ?? 0);
  await expect.poll(highlighted).toBeGreaterThan(1);
  await page.keyboard.press("Escape");
  await expect.poll(highlighted).toBe(0);

  const form = await openReview(page);
  await expect(form).toContainText("1 comment will be published.");
  await form.getByLabel("Summary").focus();
  await page.keyboard.type("One question.");
  await form.getByRole("button", { name: "Publish review" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Review published.")).toBeVisible();
  await expect(page.getByText("Draft", { exact: true })).toHaveCount(0);
});

test("a link opens a line of a file that loads late, and early key presses are handled", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const address = await pullAt(app, "test/recorded-orders");
  await page.goto(address);
  await expect(page.getByText("3,000 files in version 1")).toBeVisible();
  await page.keyboard.press("]");
  await page.keyboard.press("n");
  await page.keyboard.press("c");
  await expect(page.getByRole("textbox", { name: /^Comment on / })).toBeFocused();
  await page.keyboard.press("Escape");

  const path = "test/recorded/2950.json";
  await page.goto(`${address}&at=${encodeURIComponent(`R2:${path}`)}`);
  await expect(page.getByRole("heading", { name: path })).toBeInViewport();
  const marked = page.locator("[data-line='2'][data-selected-line]");
  await expect(marked).toBeInViewport();
});

test("images are shown before and after, SVG also as text, and invalid images as an error", { tag: "@long" }, async ({
  page,
  app,
}) => {
  const address = await createImagePullRequest(app);
  await signIn(page, app);
  await page.goto(address);
  const before = page.getByRole("img", { name: "art/logo.png, before" });
  const after = page.getByRole("img", { name: "art/logo.png, after" });
  const width = (image: typeof before) => image.evaluate((node: HTMLImageElement) => node.naturalWidth);
  await expect.poll(() => width(before)).toBe(2);
  await expect.poll(() => width(after)).toBe(3);
  await expect(line(page, "Added line 1").filter({ hasText: "<svg" })).toContainText("<script>");

  const source = (await after.getAttribute("src")) ?? "";
  const response = await page.request.get(new URL(source, page.url()).href);
  expect(response.headers()).toMatchObject({ "content-type": "image/png", "x-content-type-options": "nosniff" });
  expect(response.headers()["content-security-policy"]).toContain("sandbox");
  const drawing = await page.request.get(new URL(source.replace("logo.png", "drawing.svg"), page.url()).href);
  expect(drawing.headers()).toMatchObject({ "content-type": "image/svg+xml", "x-content-type-options": "nosniff" });
  expect(drawing.headers()["content-security-policy"]).toContain("sandbox");
  await expect.poll(() => width(page.getByRole("img", { name: "art/drawing.svg, after" }))).toBeGreaterThan(0);
  // Declared in .gitattributes.
  await expect(page.getByRole("treeitem", { name: /schema\.txt/ })).toContainText("Generated file");
  await page.getByRole("treeitem", { name: /no-picture/ }).click();
  await expect(page.getByText("Couldn't show this image")).toBeVisible();
  await expect(page.getByRole("button", { name: "Expand art/schema.txt" })).toBeVisible();
  if (process.env.SCREENSHOTS) await checkPage(page, "files-pictures");
});

test("a key expands the lines around the cursor", { tag: "@long" }, async ({ page, app }) => {
  const { number } = await demoPull(app, "Round the discount once");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/pulls/demo/orders/${number}?tab=files&at=R20:src/money.js`);
  const money = page.locator("diffs-container").filter({ has: page.getByRole("heading", { name: "src/money.js" }) });
  await expect(money.getByRole("group", { name: "Added line 20" })).toBeVisible();
  await expect(money.getByRole("group", { name: "Line 15", exact: true })).toHaveCount(0);
  await page.keyboard.press("e");
  await expect(money.getByRole("group", { name: "Line 15", exact: true })).toBeVisible();
  await page.getByRole("treeitem", { name: /^pricing\.js/ }).click();
  await page.keyboard.press("Shift+E");
  const pricing = page
    .locator("diffs-container")
    .filter({ has: page.getByRole("heading", { name: "src/pricing.js" }) });
  await expect(pricing.getByRole("group", { name: "Line 1", exact: true })).toBeVisible();
});

test.describe("screenshots", () => {
  test("the files of a pull request", { tag: "@long" }, async ({ page, app }) => {
    await signIn(page, app);
    await page.goto(await pullAt(app, "feature/bulk-discounts"));
    await expect(line(page, "Added line 4").first()).toBeVisible();
    await checkPage(page, "files");
    await page.evaluate(() => localStorage.setItem("slipway.diff", "split"));
    await page.goto(await pullAt(app, "test/recorded-orders"));
    await expect(page.getByText("3,000 files in version 1")).toBeVisible();
    await checkPage(page, "files-many");
  });
});
