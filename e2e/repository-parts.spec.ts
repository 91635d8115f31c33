import { expect, signIn, test } from "./testing/app";
import { addRepository } from "./testing/hosting";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

test("lines are found, tags listed, links of documents followed, and rules and settings changed", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  const address = `${app.webUrl}/repositories/demo/orders`;
  await page.goto(`${address}?view=search`);
  await page.getByLabel("Find", { exact: true }).fill("WELCOME10");
  await page.keyboard.press("Enter");
  const search = page.getByRole("region", { name: "Search", exact: true });
  await expect(search.getByRole("status")).toContainText(/\d+ lines in \d+ files/);
  await expect(search.locator("mark").first()).toHaveText("WELCOME10");
  await checkPage(page, "search");
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${address}?view=tags`);
  await expect(page.getByRole("region", { name: "Tags" }).getByRole("listitem").first()).toContainText(/v1\.\d/);
  await page.goto(address);
  const inner = page
    .getByRole("region", { name: "README.md" })
    .locator('a[href^="/repositories/demo/orders?path="]')
    .first();
  await inner.click();
  await expect(page).toHaveURL(/path=/);
  await expect(page.getByRole("region", { name: "Text of pricing.md" })).toContainText("How a cart is priced");

  const parts = page.getByRole("navigation", { name: "Parts of the repository" });
  await parts.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("button", { name: "New ruleset" }).click();
  const dialog = page.getByRole("dialog", { name: "New ruleset" });
  await dialog.getByLabel("Name").fill("Reviewed");
  await dialog.getByLabel("Rules").fill("[");
  await expect(dialog).toContainText("is no JSON list");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog
    .getByLabel("Rules")
    .fill('[{"ruleType":"pull_request","parameters":{"requiredApprovingReviewCount":2}}]');
  await dialog.getByLabel("Enforcement").selectOption("evaluate");
  await dialog.getByRole("button", { name: "Save" }).click();
  const rule = page.getByRole("article", { name: "Reviewed" });
  await expect(rule).toContainText("A pull request with 2 approving reviews");
  await expect(rule).toContainText("On trial");
  await checkPage(page, "rules");

  await parts.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Squash into one commit").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings are stored.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Squash into one commit")).not.toBeChecked();
  await checkPage(page, "repository-settings");
  await page.getByLabel("Squash into one commit").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("admins see, add, edit and remove access to a repository", async ({ page, app }) => {
  await addRepository(app, "granted");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories/demo/granted?view=settings`);
  const access = page.getByRole("region", { name: "Access" });
  await expect(access).toContainText("Access through demo applies.");
  await expect(page.getByRole("region", { name: "Mirror" })).toContainText("stands for itself");

  await access.getByRole("button", { name: "Add access" }).click();
  const give = page.getByRole("dialog", { name: "Add access" });
  await expect(give.getByRole("button", { name: "Add access", exact: true })).toBeDisabled();
  await give.getByLabel("User").selectOption({ label: "Ada Okafor (ada@orders.example)" });
  await give.getByLabel("Permission").selectOption("write");
  await checkViewInAllThemes(page, "give-access");
  await give.getByRole("button", { name: "Add access", exact: true }).click();
  const held = access.getByRole("listitem").filter({ hasText: "ada@orders.example" });
  await expect(held).toContainText("Write");

  await held.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit access of ada@orders.example" });
  await dialog.getByLabel("Permission").selectOption("read");
  await expect(dialog).toContainText("They lose Write access. Team members keep Write");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(held).toContainText("Read");
  // Without what was said on the way, which fades while it is looked at.
  await page.reload();
  await expect(held).toContainText("Read");
  await checkViewInAllThemes(page, "repository-access");

  await held.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await expect(dialog.getByRole("status")).toContainText("will lose Read access to demo/granted");
  await dialog.getByRole("button", { name: "Confirm removal" }).click();
  await expect(held).toHaveCount(0);
});

test("admins mirror a repository elsewhere; an address that may not be reached is refused at its field", async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories?q=inward`);
  await expect(page.getByText("No repository has this in its name.")).toBeVisible();
  await page.getByRole("button", { name: "Mirror a repository" }).click();
  const dialog = page.getByRole("dialog", { name: "Mirror a repository" });
  await expect(dialog.getByLabel("Who administers the source")).toHaveValue("admin@localhost");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/team/inward.git");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("inward");
  await dialog.getByRole("button", { name: "Create mirror" }).click();
  await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/must be a plain https URL on a server/);
  await checkViewInAllThemes(page, "create-mirror");
  await page.reload();
  await expect(page.getByText("No repository has this in its name.")).toBeVisible();
});
