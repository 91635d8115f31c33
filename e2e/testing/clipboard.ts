import { expect, type Locator } from "@playwright/test";

/** Clicks a copy button and returns the copied text. The clipboard is shared by all pages, so it is reset first. */
export async function clickAndReadClipboard(button: Locator): Promise<string> {
  const page = button.page();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText("not copied yet"));
  await button.click();
  await expect.poll(read).not.toBe("not copied yet");
  return read();
}
