import type { Locator, Page } from "@playwright/test";

/** Opens the review form of the Files tab. */
export async function openReview(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Review(?: \(\d+\))?$/ }).click();
  return page.getByRole("dialog", { name: "Your review" }).getByRole("form", { name: "Your review" });
}

/** The link to a tab of a pull request. */
export const pullTab = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("navigation", { name: "Pull request sections" }).getByRole("link", { name });
