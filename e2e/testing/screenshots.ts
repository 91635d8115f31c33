import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, type Request } from "@playwright/test";

const widths = [360, 1440];
const themes = ["light", "dark"] as const;

/** Where screenshots go when somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

/** Accessible, no wider than the window, and in a picture when somebody wants to look at it. */
export async function checkView(page: Page, name: string): Promise<void> {
  // What fades or moves is where it goes to: half way, nobody could tell its colours.
  await page.emulateMedia({ reducedMotion: "reduce" });
  // In one pass and without a page of its own for the result: we have no frames of other origins.
  const scan = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await scan.analyze();
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = bad.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(told, name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  if (shots) {
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: join(shots, `${name}.png`) });
  }
}

/** Looks at a page as it stands, in both themes and at both widths: what is open stays open. */
export async function checkViewInAllThemes(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const theme of themes) {
    await page.evaluate((value) => {
      localStorage.setItem("theme", value);
      document.documentElement.setAttribute("data-theme", value);
    }, theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await checkView(page, `${name}-${theme}-${width}`);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Requests that go on for as long as the page is open, and the shared worker's script, whose end the page is not told. */
const lasting = /\/api\/live\b|\/turbopack-worker-/;
const quietMs = 150;

/** Loads a page again and waits until it asks for nothing more: what it has to show is there. */
async function reloadWhole(page: Page): Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const begin = (request: Request) => {
    last = Date.now();
    if (!lasting.test(request.url())) open.add(request);
  };
  const end = (request: Request) => {
    last = Date.now();
    open.delete(request);
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.reload();
  const isQuiet = () => open.size === 0 && Date.now() - last > quietMs;
  await expect.poll(isQuiet, { intervals: [50] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** Looks at a page in both themes and at both widths: accessible, and no wider than the window. */
export async function checkPage(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await reloadWhole(page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await checkView(page, `${name}-${theme}-${width}`);
    }
  }
}
