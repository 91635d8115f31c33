import { expect, signIn, test } from "./testing/app";
import { addRepository, addRuleset, createBranch, demoPull } from "./testing/hosting";
import { checkPage, checkViewInAllThemes } from "./testing/screenshots";

test("searches code, lists tags, follows document links, and changes rules and settings", { tag: "@long" }, async ({
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

  const parts = page.getByRole("navigation", { name: "Repository sections" });
  await parts.getByRole("link", { name: "Rules" }).click();
  await page.getByRole("button", { name: "New ruleset" }).click();
  const dialog = page.getByRole("dialog", { name: "New ruleset" });
  await dialog.getByLabel("Name").fill("Reviewed");
  await dialog.getByLabel("Rules").fill("[");
  await expect(dialog).toContainText("must be a JSON array");
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog
    .getByLabel("Rules")
    .fill('[{"ruleType":"pull_request","parameters":{"requiredApprovingReviewCount":2}}]');
  await dialog.getByLabel("Enforcement").selectOption("evaluate");
  await dialog.getByRole("button", { name: "Save" }).click();
  const rule = page.getByRole("article", { name: "Reviewed" });
  await expect(rule).toContainText("Requires a pull request with 2 approving reviews");
  await expect(rule).toContainText("Evaluate");
  const bypasses = page.getByRole("region", { name: "Bypasses" });
  await expect(bypasses).toContainText("No bypassed rules yet.");
  const removeRuleset = await addRuleset(app, {
    name: "No wip branches",
    enforcement: "active",
    kind: "push_branch",
    includedRefNames: ["wip"],
    rules: [{ ruleType: "block_direct_updates", parameters: {} }],
    bypassActors: [{ bypassMode: "always", repohostRole: { role: "repository_admin" } }],
  });
  const { sha } = (await demoPull(app, "")).head;
  await createBranch(app, { ref: "refs/heads/wip", sha }, "Reproduces the outage");
  await removeRuleset();
  await page.reload();
  await expect(bypasses.getByRole("listitem")).toContainText("created wip");
  await expect(bypasses.getByRole("listitem")).toContainText("Reproduces the outage");
  await checkPage(page, "rules");

  await parts.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Allow squash merging").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Allow squash merging")).not.toBeChecked();
  await checkPage(page, "repository-settings");
  await page.getByLabel("Allow squash merging").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("admins list, grant, change and revoke access to a repository", { tag: "@long" }, async ({ page, app }) => {
  await addRepository(app, "granted");
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories/demo/granted?view=settings`);
  const access = page.getByRole("region", { name: "Access" });
  await expect(access).toContainText("Access inherited from demo applies.");
  await expect(page.getByRole("region", { name: "Mirror" })).toContainText("isn't a mirror");

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
  const dialog = page.getByRole("dialog", { name: "Edit access for ada@orders.example" });
  await dialog.getByLabel("Permission").selectOption("read");
  await expect(dialog).toContainText("They'll lose Write access. Team members keep Write");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(held).toContainText("Read");
  // Reloads to remove the toasts from the screenshot.
  await page.reload();
  await expect(held).toContainText("Read");
  await checkViewInAllThemes(page, "repository-access");

  await held.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await expect(dialog.getByRole("status")).toContainText("will lose Read access to demo/granted");
  await dialog.getByRole("button", { name: "Confirm removal" }).click();
  await expect(held).toHaveCount(0);
});

test("admins create a mirror; a disallowed upstream URL is rejected at its field", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/repositories?q=inward`);
  await expect(page.getByText("No matching repositories")).toBeVisible();
  await page.getByRole("button", { name: "Mirror repository" }).click();
  const dialog = page.getByRole("dialog", { name: "Mirror repository" });
  await expect(dialog.getByLabel("Upstream admins")).toHaveValue("admin@localhost");
  await dialog.getByLabel("Upstream URL").fill("https://10.0.0.1/team/inward.git");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("inward");
  await dialog.getByRole("button", { name: "Create mirror" }).click();
  await expect(dialog.getByLabel("Upstream URL")).toHaveAccessibleDescription(/must be a plain https URL on a server/);
  await checkViewInAllThemes(page, "create-mirror");
  await page.reload();
  await expect(page.getByText("No matching repositories")).toBeVisible();
});
