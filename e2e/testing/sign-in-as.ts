import type { Browser, Page } from "@playwright/test";
import type { App } from "./app";

/** Adds a user from an admin's page and signs in as that user in a separate browser context. */
export async function signInAsNewUser(page: Page, app: App, browser: Browser, email: string): Promise<Page> {
  await page.goto(`${app.webUrl}/settings/users`);
  await page.getByRole("button", { name: "Add user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  await dialog.getByLabel("Email address").fill(email);
  await dialog.getByLabel("Role").selectOption("operator");
  await dialog.getByRole("button", { name: "Add" }).click();
  const link = await page.getByRole("dialog", { name: "Sign-in link" }).getByText("/sign-in?token=").innerText();
  const userPage = await (await browser.newContext()).newPage();
  await userPage.goto(link);
  await userPage.getByRole("button", { name: "Sign in" }).click();
  await userPage.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  return userPage;
}
