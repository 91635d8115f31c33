import type { Page } from "@playwright/test";

/** Counts a user's clicks on a page, also across navigation. Call before the first navigation. Keys don't count. */
export async function countClicks(page: Page): Promise<{ reset(): void; count(): number }> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    addEventListener(
      "click",
      ({ isTrusted, detail }) => {
        // A key that presses a button has no detail.
        if (isTrusted && detail > 0) Reflect.get(window, "countClick")();
      },
      { capture: true },
    );
  });
  return {
    reset: () => {
      clicks = 0;
    },
    count: () => clicks,
  };
}
