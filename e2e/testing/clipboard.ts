import { expect, type Locator } from "@playwright/test";

/** Presses a button that copies; answers what it copied. The clipboard is one for all pages, and may hold something already. */
export async function clickAndReadClipboard(button: Locator): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText("not copied yet"));
  await button.click();
  await expect.poll(read).not.toBe("not copied yet");
  return read();
}
