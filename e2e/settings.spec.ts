import type { Page } from "@playwright/test";
import { expect, signIn, signInWithNewSession, test } from "./testing/app";

const row = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

async function addUser(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: "Add" }).click();
  const created = page.getByRole("dialog", { name: "Sign-in link" });
  const link = await created.getByText("/sign-in?token=").innerText();
  await page.keyboard.press("Escape");
  await expect(created).toHaveCount(0);
  return link;
}

test("an admin adds a user, who signs in with their link and sees what their role allows", async ({
  page,
  app,
  browser,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/users`);
  const link = await addUser(page, "vera@example.com", "viewer");
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await theirs.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  await theirs.goto(`${app.webUrl}/settings`);
  const tabs = theirs.getByRole("navigation", { name: "Settings" });
  await expect(tabs.getByRole("link", { name: "Your sessions" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Users" })).toHaveCount(0);
  await theirs.goto(`${app.webUrl}/settings/users`);
  await expect(theirs.getByText("You need the Admin role to open Users.")).toBeVisible();

  await page.reload();
  await row(page, "vera@example.com").getByLabel("Role of vera@example.com").selectOption("admin");
  await expect(page.getByText("vera@example.com is now Admin.")).toBeVisible();
  await theirs.reload();
  await expect(row(theirs, "vera@example.com")).toBeVisible();

  await row(page, "vera@example.com").getByRole("button", { name: "More actions for" }).click();
  await page.getByRole("menuitem", { name: "Disable and sign out" }).click();
  await expect(row(page, "vera@example.com")).toContainText("Disabled");
  await theirs.goto(`${app.webUrl}/agents`);
  await expect(theirs).toHaveURL(/\/sign-in(\?|$)/);
  await context.close();
});

test("the last admin can't be demoted, and invalid input is reported at its field", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/users`);
  await page.getByLabel("Role of Admin").selectOption("viewer");
  await expect(page.getByText("At least one admin is required.")).toBeVisible();
  await expect(page.getByLabel("Role of Admin")).toHaveValue("admin");
  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  await dialog.getByLabel("Email address").fill("invalid");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByText("must be an email address")).toBeVisible();
  await expect(dialog.getByLabel("Email address")).toHaveValue("invalid");
});

test("users can end their other sessions", { tag: "@long" }, async ({ page, app, browser }) => {
  const context = await browser.newContext({
    userAgent: "Mozilla/5.0 (iPhone; like Mac OS X) Version/17.0 Safari/604.1",
  });
  const phone = await context.newPage();
  await signInWithNewSession(phone, app);
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/sessions`);
  await expect(page.getByText("This browser")).toHaveCount(1);
  await page.getByRole("button", { name: "End session on Safari on iOS" }).click();
  await expect(page.getByText("Session on Safari on iOS ended.")).toBeVisible();
  await phone.goto(`${app.webUrl}/agents`);
  await expect(phone).toHaveURL(/\/sign-in(\?|$)/);
  await context.close();
});

test("the audit log shows changes, keeps filters in the URL and exports CSV", { tag: "@long" }, async ({
  page,
  app,
}) => {
  await signIn(page, app);
  await page.goto(`${app.webUrl}/settings/users`);
  await addUser(page, "audited@example.com", "operator");
  await page.goto(`${app.webUrl}/settings/audit`);
  await expect(row(page, "Added user").first()).toContainText("Succeeded 201");
  await page.getByLabel("Operation", { exact: true }).fill("createSignInLink");
  await expect(page).toHaveURL(/operation=createSignInLink/);
  await expect(row(page, "Added user")).toHaveCount(0);
  await expect(row(page, "Created sign-in link").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Operation", { exact: true })).toHaveValue("createSignInLink");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit.csv");
  await page.getByLabel("Operation", { exact: true }).fill("nothing");
  await expect(page.getByText("No matches")).toBeVisible();
});
