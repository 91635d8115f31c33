import { expect, signIn, test } from "./testing/app";
import { chooseByName, press, tabTo } from "./testing/keyboard";
import { PoolHarness } from "./testing/pool-harness";
import { createFinishedAgent } from "./testing/run-agent";
import { checkView } from "./testing/screenshots";

test.beforeEach(async ({ page, app }) => {
  await signIn(page, app);
});

test("filters by a row's values, sorts by its columns, and acts on it", { tag: "@long" }, async ({ page, app }) => {
  const id = await createFinishedAgent(app, "Act on this row");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${app.webUrl}/agents`);
  const acted = page.locator(`[data-row-id="${id}"]`);
  await acted.getByTitle("Filter by status:finished").click();
  await expect(page.getByRole("button", { name: "Remove filter status:finished" })).toBeVisible();
  await acted.getByTitle("Filter by repo:demo/orders").click();
  await expect(page.getByRole("button", { name: "Remove filter repo:demo/orders" })).toBeVisible();
  await expect(page).toHaveURL(/\/agents\?q=/);
  const name = page.getByRole("columnheader", { name: "Name" });
  await name.getByRole("button").click();
  await expect(name).toHaveAttribute("aria-sort", "ascending");
  await name.getByRole("button").click();
  await expect(name).toHaveAttribute("aria-sort", "descending");

  await acted.hover();
  await acted.getByRole("button", { name: "Archive: Act on this row" }).click();
  await expect(page.getByText("Agent archived.")).toBeVisible();
  await expect(acted).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(acted).toBeVisible();

  await tabTo(page, acted.getByRole("button", { name: "Actions for Act on this row" }));
  await press(page, "Enter");
  await expect(page.getByRole("menuitem", { name: "Archive" })).toBeFocused();
  await chooseByName(page, "Archive");
  await expect(acted).toHaveCount(0);
});

test("never cuts a status", { tag: "@long" }, async ({ page, app }) => {
  const pools = new PoolHarness(app);
  const pool = "linux-arm64-with-a-large-memory-and-a-long-name";
  await pools.register(pool);
  const { id } = await pools.launch(pool);
  const status = page.locator(`[data-row-id="${id}"]`).getByTitle(/^Queued · /);
  for (const width of [360, 768, 1024, 1440, 1536]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent(`env:${pool}`)}`);
    await expect(status).toContainText(pool);
    const cut = await status.evaluate((badge) => {
      const { left, right } = badge.getBoundingClientRect();
      const row = badge.closest("[data-row-id]")?.getBoundingClientRect();
      const texts = [...badge.querySelectorAll("span:not(.sr-only)")].map((each) => each.getBoundingClientRect());
      return !row || left < row.left || right > row.right || texts.some((text) => text.right > right + 1);
    });
    expect(cut, `cut at ${width} px`).toBe(false);
    await checkView(page, `list-status-${width}`);
  }
  await pools.stop();
});
