import { expect, type Locator, type Page } from "@playwright/test";

/** Moves focus to a control with the Tab key only. */
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

/** Presses keys without waiting in between, so that a key sequence doesn't time out on a busy page. */
export async function pressSequence(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Chooses an item of the open menu by typing its name. Typing starts again when the page was too busy to follow. */
export async function chooseByName(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await expect(async () => {
    await pressSequence(page, ...name);
    // The menu moves the focus after it has handled the key.
    await expect(item).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await press(page, "Enter");
}
