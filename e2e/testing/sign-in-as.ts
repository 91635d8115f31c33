import type { Browser, Page } from "@playwright/test";
import type { App } from "./app";

/** Lets somebody sign in, as an admin whose page it is, and opens their own browser. */
export async function signInAsNewUser(page: Page, app: App, browser: Browser, email: string): Promise<Page> {
  await page.goto(`${app.webUrl}/settings/people`);
  await page.getByRole("button", { name: "Add person" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Role").selectOption("operator");
  await dialog.getByRole("button", { name: "Add" }).click();
  const link = await page.getByRole("dialog", { name: "Sign-in link" }).getByText("/sign-in?token=").innerText();
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await theirs.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  return theirs;
}
