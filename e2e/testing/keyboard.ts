import { expect, type Locator, type Page } from "@playwright/test";

/** Goes to a control as people without a mouse do: by Tab alone. */
export async function tabTo(page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  const focused = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 120; presses += 1) {
    if (await focused()) return;
    await page.keyboard.press(key);
  }
  expect(await focused(), `${control} is reached by ${key}`).toBe(true);
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses keys one right behind the other, as a sequence has to be, however busy the page is. */
export async function pressSequence(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
