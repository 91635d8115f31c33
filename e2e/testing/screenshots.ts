import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Request } from "@playwright/test";

const themes = ["dark", "light"] as const;
type Theme = (typeof themes)[number];
/** A theme changes only colors, so `npm test` checks all rules in the narrow window, and the other theme's colors in the wide one. */
const isGate = process.env.TESTS === "gate";
/** Folder for screenshots; none are taken when it isn't set. */
const screenshotDir = process.env.SCREENSHOTS;
const widths = [
  { width: 360, scanned: "dark" },
  { width: 1440, scanned: "light" },
  ...(screenshotDir ? [{ width: 1024, scanned: "light" }] : []),
];

/** Checks the current view for accessibility violations and horizontal overflow, and takes a screenshot if enabled. */
export async function checkView(page: Page, name: string, colorsOnly = false): Promise<void> {
  // Legacy mode runs in one pass without opening another page, and there are no cross-origin frames. Preloading would copy
  // style elements of shadow roots without their nonce; only experimental rules read them.
  const scan = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"], preload: false });
  if (colorsOnly) scan.withRules("color-contrast");
  const { violations } = await scan.analyze();
  const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(messages, name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  if (screenshotDir) {
    await mkdir(screenshotDir, { recursive: true });
    await page.screenshot({ path: join(screenshotDir, `${name}.png`) });
  }
}

/** Stores a theme as another tab would, so that the page changes without a reload. */
async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem("theme", value);
    dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: value }));
  }, theme);
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

async function checkThemesAndWidths(page: Page, name: string): Promise<void> {
  for (const { width, scanned } of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      if (isGate && !screenshotDir && theme !== scanned) continue;
      await switchTheme(page, theme);
      await checkView(page, `${name}-${theme}-${width}`, theme !== scanned || (isGate && theme === "light"));
    }
  }
}

/** Checks the current view in both themes and at all widths, without reloading. */
export async function checkViewInAllThemes(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await checkThemesAndWidths(page, name);
  if (before) await page.setViewportSize(before);
}

/** Requests that stay open with the page, and the shared worker's script, whose completion isn't reported to the page. */
const longLived = /\/api\/live\b|\/turbopack-worker-/;
const idleMs = 150;

/** Reloads a page and waits until its requests have finished. */
async function reloadUntilIdle(page: Page): Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const begin = (request: Request) => {
    last = Date.now();
    if (!longLived.test(request.url())) open.add(request);
  };
  const end = (request: Request) => {
    last = Date.now();
    open.delete(request);
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.reload();
  const isIdle = () => open.size === 0 && Date.now() - last > idleMs;
  await expect.poll(isIdle, { intervals: [50] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** Reloads a page in a narrow window and the dark theme, and checks it in both themes and at all widths. */
export async function checkPage(page: Page, name: string): Promise<void> {
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.setViewportSize({ width: widths[0]?.width ?? 0, height: 900 });
  await reloadUntilIdle(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await checkThemesAndWidths(page, name);
}
