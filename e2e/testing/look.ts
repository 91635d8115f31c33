import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const widths = [360, 1440];
const themes = ["light", "dark"] as const;

/** Where screenshots go when somebody wants to look at them. */
const shots = process.env.SCREENSHOTS;

/** Accessible, no wider than the window, and in a picture when somebody wants to look at it. */
export async function lookOnce(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
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
export async function lookAsItIs(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const theme of themes) {
    await page.evaluate((value) => {
      localStorage.setItem("theme", value);
      document.documentElement.setAttribute("data-theme", value);
    }, theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await lookOnce(page, `${name}-${theme}-${width}`);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Looks at a page in both themes and at both widths: accessible, and no wider than the window. */
export async function look(page: Page, name: string): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await lookOnce(page, `${name}-${theme}-${width}`);
    }
  }
}
