import type { Locator, Page } from "@playwright/test";
import { type App, expect, signIn, test } from "./testing/app";
import { PoolHarness } from "./testing/pool-harness";
import { createFinishedAgent } from "./testing/run-agent";
import { checkView, checkViewInAllThemes } from "./testing/screenshots";
import { cloneAgent } from "./testing/seed-agents";
import { createTestRepository } from "./testing/test-repository";

// A distinct environment starts a separate app, so that other tests start with few agents.
test.use({ environment: { LOG_LEVEL: "info" } });

const agents = 10_000;
const filter = (page: Page) => page.getByRole("combobox", { name: "Filter agents" });
const row = (page: Page, name: string): Locator => page.locator("[data-row-id]", { hasText: name });

test("stays fast with 10,000 agents", { tag: "@long" }, async ({ page, app }) => {
  await signIn(page, app);
  const id = await createFinishedAgent(app, "Agent to clone\n```sh\necho kept > artifacts/kept.txt\n```");
  await cloneAgent(app, id, agents);
  // Newer agents, so that the one with an artifact isn't on the first page.
  await cloneAgent(app, id, 20, -1);
  await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent("archived:any")}`);
  await expect
    .poll(
      async () =>
        Number((await page.locator("main header").first().innerText()).match(/[\d,]+/)?.[0].replace(",", "") ?? 0),
      {
        timeout: 240_000,
      },
    )
    .toBeGreaterThanOrEqual(agents + 21);
  await checkView(page, `list-${agents}`);
  expect(await page.locator("[data-row-id]").count()).toBeLessThan(60);
  const latencies = await measureKeyLatencies(page, "nightly build 012");
  console.log(`${agents} agents, a filter key press: ${describeTimes(latencies)}`);
  // Far more than on a quiet machine, so that only a slow filter fails.
  expect(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)]).toBeLessThan(1_000);
  await expect(page.locator("[data-row-id]").first()).toContainText("nightly build");
  await filter(page).fill("");
  await page.getByRole("region", { name: "Agents" }).evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await expect(row(page, "Copy 10000").first()).toBeVisible();
  await checkView(page, "list-end");
  await openPulls(app, 9);
  await page.goto(app.webUrl);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByRole("region", { name: /Needs attention/ })).toContainText("Copy");
  await checkViewInAllThemes(page, "list-overview-full");
  await test.step("the overview's figures link to their lists", async () => {
    // The facts of older agents are read within the budget of requests, newest first.
    const more = page.getByRole("main").getByRole("link", { name: /^View all [\d,]+ with a pull request$/ });
    await expect(more).toBeVisible({ timeout: 90_000 });
    for (const [name, where] of [
      ["Running", /\/agents\?q=status%3Arunning%2Cstarting$/],
      ["Waiting for a worker", /\/pools\?tab=queue$/],
      ["Workers in use", /\/pools$/],
      ["New agent", /\/agents\/new$/],
      ["Launch an agent", /\/agents\/new$/],
      ["All pull requests", /\/pulls\?repo=\*$/],
      [/^View all [\d,]+ with a pull request$/, /\/agents\?q=status%3Afinished(?:\+|%20)pr%3Aany$/],
    ] as const) {
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(where);
      await page.goBack();
    }
    await page
      .getByRole("region", { name: /Needs attention/ })
      .getByRole("link", { name: /^Copy/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/agents\/bc-/);
    await page.goBack();
    // Agents that wait for a worker are the most urgent ones, and aren't running.
    const work = new PoolHarness(app);
    await work.register("nowhere");
    for (let number = 0; number < 9; number += 1) await work.launch("nowhere");
    const queued = page
      .getByRole("region", { name: /Needs attention/ })
      .getByRole("link", { name: /^Add worker to nowhere/ });
    await expect(queued.first()).toBeVisible();
    await expect(page.getByRole("region", { name: "Running now", exact: true })).toContainText("No active runs");
    await work.stop();
  });
  await test.step("artifacts of older agents are found without loading more", async () => {
    await page.goto(`${app.webUrl}/artifacts`);
    await expect(page.getByRole("button", { name: /kept\.txt/ })).toBeVisible();
  });
  await test.step("a pull request on another server links to that server", async () => {
    await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent("status:FINISHED pr:any env:builders")}`);
    await page.locator("[data-row-id]").first().getByRole("link", { name: /^Copy/ }).click();
    const pull = page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "Pull request" });
    await expect(pull).toHaveAttribute("href", /^https:\/\/git\.example\.com\/demo\/orders\/pull\/\d+$/);
    await expect(pull).toHaveAttribute("rel", "noopener noreferrer");
  });
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`${app.webUrl}/agents?q=${encodeURIComponent("status:FINISHED pr:any env:builders")}`);
  const badge = page
    .locator("[data-row-id]")
    .first()
    .getByRole("link", { name: /Pull request\s*#/ });
  await expect(badge).toHaveAttribute("href", /^https:\/\/git\.example\.com\/demo\/orders\/pull\/\d+$/);
  await checkView(page, "list-filtered-360");
});

/** Opens mergeable pull requests. */
async function openPulls(app: App, count: number): Promise<void> {
  const repository = await createTestRepository(app, "many-pulls", { "a.txt": "a\n" });
  const branches = Array.from({ length: count }, (_, number) => `change-${number}`);
  for (const branch of branches) await repository.commit(branch, { [`${branch}.txt`]: "a\n" }, "main");
  await repository.push(...branches);
  for (const head of branches) await repository.openPull({ title: head, head });
  await repository.remove();
}

/** Types text and returns, for each key, the milliseconds from the press to the next paint. */
async function measureKeyLatencies(page: Page, text: string): Promise<number[]> {
  await filter(page).focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    window.addEventListener(
      "keydown",
      () => {
        const startedAt = performance.now();
        requestAnimationFrame(() => {
          const painted = new MessageChannel();
          painted.port1.onmessage = () => times.push(performance.now() - startedAt);
          painted.port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
  for (const key of text) await page.keyboard.press(key === " " ? "Space" : key, { delay: 30 });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  return page.evaluate(() => Reflect.get(window, "keyTimes"));
}

function describeTimes(times: readonly number[]): string {
  const ordered = [...times].sort((a, b) => a - b);
  const at = (share: number) => (ordered[Math.floor((ordered.length - 1) * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms of ${ordered.length}`;
}
