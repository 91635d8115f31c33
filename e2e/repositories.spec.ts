import { type App, expect, signIn, test } from "./testing/app";
import { pressSequence } from "./testing/keyboard";
import { checkPage } from "./testing/screenshots";

const at = (app: App, query = "") => `${app.webUrl}/repositories/demo/orders${query}`;

test("browses from the list to a folder, a highlighted file, and another branch", async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(app.webUrl);
  await pressSequence(page, "g", "c");
  await expect(page.getByRole("heading", { level: 1, name: "Repositories" })).toBeVisible();
  await page.getByLabel("Filter by name").fill("nothing like it");
  await expect(page.getByText("No matching repositories")).toBeVisible();
  await page.getByLabel("Filter by name").fill("ord");
  await page
    .getByRole("list", { name: "Repositories" })
    .getByRole("link", { name: /demo\/orders/ })
    .click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("demo/orders");
  await expect(page.getByRole("region", { name: "README.md" })).toContainText("A small order service");
  await page.getByRole("list", { name: "Files" }).getByRole("link", { name: "src" }).click();
  await page
    .getByRole("list", { name: "Files" })
    .getByRole("link", { name: /pricing.js/ })
    .click();
  const text = page.getByRole("region", { name: "Text of pricing.js" });
  await expect(text).toContainText("discountOf");
  await expect(text.locator("code span span").first()).toBeVisible();

  await page.getByLabel("Branch", { exact: true }).click();
  await page.getByRole("option", { name: "feature/bulk-discounts" }).click();
  await expect(page).toHaveURL(/ref=feature%2Fbulk-discounts/);
  await expect(text).toContainText("bulkDiscount");
  await page.goBack();
  await expect(text).not.toContainText("bulkDiscount");
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "src" }).click();
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem").first()).toBeVisible();
});

test("shows history and compares two branches", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(at(app));
  await page.getByRole("navigation", { name: "Repository sections" }).getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("region", { name: "History" }).getByText("Release 1.1.0")).toBeVisible();
  await page.goto(at(app, "?view=compare&ref=feature/bulk-discounts"));
  await expect(page.getByText(/2 commits ahead/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Changes", exact: true })).toContainText("basisPoints: 1500");
  await page.getByLabel("Compare", { exact: true }).click();
  await page.getByRole("option", { name: "main", exact: true }).click();
  await expect(page.getByText("Both point to the same commit.")).toBeVisible();
});

test("shows clear messages for an empty repository, missing paths and hostile names", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories`);
  await page.getByRole("button", { name: "New repository" }).click();
  const dialog = page.getByRole("dialog", { name: "New repository" });
  await dialog.getByLabel("Name", { exact: true }).fill("bad name");
  await dialog.getByRole("button", { name: "Create repository" }).click();
  await expect(dialog.getByText(/must be 1 to 100 letters/)).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("fresh");
  await dialog.getByRole("button", { name: "Create repository" }).click();
  await expect(page.getByText("No commits yet")).toBeVisible();

  await page.goto(at(app, "?path=no/such/file"));
  await expect(page.getByText("path: not found")).toBeVisible();
  await page.goto(at(app, `?path=${encodeURIComponent("../../etc/passwd")}`));
  await expect(page.getByText(/must be relative to the root/)).toBeVisible();
  await page.goto(at(app, `?ref=${encodeURIComponent("--output=/tmp/x")}`));
  await expect(page.getByText(/branch, tag or commit .* not found/)).toBeVisible();
  await page.getByRole("link", { name: "Go to the default branch" }).click();
  await expect(page.getByRole("list", { name: "Files" })).toBeVisible();
  const missing = await page.goto(`${app.webUrl}/repositories/demo/%3Cscript%3E`);
  expect(missing?.status()).toBe(404);
});

test("accessible in both themes and widths", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories`);
  await checkPage(page, "repositories");
  await page.goto(at(app));
  await expect(page.getByRole("region", { name: "README.md" })).toBeVisible();
  await checkPage(page, "repository");
  await page.goto(at(app, "?path=src/money.js"));
  await checkPage(page, "repository-file");
  await page.goto(at(app, "?view=history"));
  await checkPage(page, "repository-history");
  await page.goto(at(app, "?view=compare&ref=feature/bulk-discounts"));
  await checkPage(page, "repository-compare");
});
