import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type Dashboard, startDashboard } from "./dashboard";
import type { Harness } from "./harness";
import { now } from "./jobs";
import { launchBrowser } from "./launch-browser";
import { seedRequests } from "./queue";
import { openViewers } from "./queue-viewers";
import { quantile, type Result } from "./result";

const viewerCount = 200;
const targets = { p50: 50, p95: 150, readableMs: 600, nodes: 3_000, taskMs: 100, keyMs: 30 };
const watchedPool = "bench-small";

/** Measurements taken in the page. */
interface BoardMeasured {
  /** `Date.now()` of each frame in which the row appeared or disappeared. */
  painted: number[];
  tasks: number[];
}

declare global {
  var benchBoard: BoardMeasured | undefined;
}

/** Records when a row's appearance or disappearance is painted, and all long tasks. */
function measureRow(id: string): void {
  const measured: BoardMeasured = { painted: [], tasks: [] };
  globalThis.benchBoard = measured;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  const isPresent = () => document.querySelector(`[data-row-id="${id}"]`) !== null;
  let wasPresent = isPresent();
  new MutationObserver(() => {
    if (isPresent() === wasPresent) return;
    wasPresent = !wasPresent;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The message arrives after the frame was painted.
      port1.onmessage = () => measured.painted.push(Date.now());
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** Claims (even index) or releases (odd index) a request and returns `Date.now()` of the response. */
async function transition({ url, poolsKey }: Harness, id: string, index: number): Promise<number> {
  const path = index % 2 === 0 ? "/claim" : `/claims/${id}/release`;
  const response = await fetch(`${url}/v0/private-workers${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${poolsKey}`, "content-type": "application/json" },
    ...(index % 2 === 0 ? { body: JSON.stringify({ id, workerId: "w-1" }) } : {}),
  });
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}`);
  await response.text();
  return Date.now();
}

const againstTarget = (name: string, measured: number, target: number): Result => ({
  name,
  value: measured,
  unit: "ms",
  target: { value: target },
});

/** Measures the time from the response to a claim or release until the row's change is painted. */
async function eventToRow(page: Page, harness: Harness, id: string, what: string, count: number): Promise<Result[]> {
  await page.locator(`[data-row-id="${id}"]`).waitFor();
  await page.evaluate(measureRow, id);
  const delays: number[] = [];
  for (let index = 0; index < count * 2; index += 1) {
    const respondedAt = await transition(harness, id, index);
    const handle = await page.waitForFunction((least) => globalThis.benchBoard?.painted[least], index, {
      polling: 5,
      timeout: 30_000,
    });
    delays.push(Math.max(0, ((await handle.jsonValue()) ?? Number.NaN) - respondedAt));
  }
  return (["p50", "p95"] as const).map((name) =>
    againstTarget(
      `queue event → row painted, ${what}, ${name}`,
      quantile(delays, name === "p50" ? 0.5 : 0.95),
      targets[name],
    ),
  );
}

/** Counts the watches the service holds for many viewers of one queue, and measures how long changes take to reach them. */
async function manyViewers(harness: Harness, dashboard: Dashboard, cookie: string, id: string, count: number) {
  const viewers = await openViewers(dashboard.url, cookie, watchedPool, viewerCount);
  try {
    const delays: number[] = [];
    for (let index = 0; index < count * 2; index += 1) {
      await transition(harness, id, index);
      const respondedAt = now();
      delays.push(...(await viewers.arrivals(index)).map((at) => Math.max(0, at - respondedAt)));
    }
    const { rows } = await harness.service.database.pool.query("select count(*)::int as watches from watch_slots");
    const watches: number = rows[0]?.watches;
    return [
      {
        name: `service watches for ${viewerCount} viewers`,
        value: watches,
        unit: "watches" as const,
        target: { value: 1 },
      },
      againstTarget(`queue event → ${viewerCount} viewers, p50`, quantile(delays, 0.5), targets.p50),
      againstTarget(`queue event → ${viewerCount} viewers, p95`, quantile(delays, 0.95), targets.p95),
    ];
  } finally {
    viewers.close();
  }
}

/** Measures a board with many rows: time until readable, DOM nodes, scrolling and typing. */
async function fullBoard(page: Page, url: string, rows: number): Promise<Result[]> {
  await page.goto(`${url}/queue`, { waitUntil: "commit" });
  const readableMs = await page
    .waitForFunction(() => (document.querySelector("[data-row-id]") ? performance.now() : 0), undefined, {
      polling: "raf",
      timeout: 60_000,
    })
    .then((handle) => handle.jsonValue());
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const [id = ""] = await page
    .locator("[data-row-id]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-row-id") ?? ""));
  await page.evaluate(measureRow, id);
  await page.getByRole("region", { name: "Waiting requests" }).hover();
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.wheel(0, turn < 60 ? 900 : -5_000);
    await sleep(16);
  }
  const tasks = await page.evaluate(() => globalThis.benchBoard?.tasks ?? []);
  const keys: number[] = [];
  await page.getByRole("searchbox", { name: "Filter" }).focus();
  await page.evaluate(() => {
    const durations: number[] = [];
    new PerformanceObserver((list) => {
      durations.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(globalThis, { benchKeys: durations });
  });
  await page.keyboard.type("pool=bench 7a", { delay: 80 });
  await sleep(500);
  keys.push(...(await page.evaluate(() => Reflect.get(globalThis, "benchKeys") as number[])));
  const what = `board with ${rows.toLocaleString("en")} rows`;
  return [
    againstTarget(`${what}: readable`, readableMs, targets.readableMs),
    { name: `${what}: DOM nodes`, value: nodes, unit: "nodes", target: { value: targets.nodes } },
    againstTarget(`${what}: longest task while scrolling`, Math.max(0, ...tasks), targets.taskMs),
    againstTarget(`${what}: slowest key press in the filter`, Math.max(16, ...keys), targets.keyMs),
  ];
}

/** Measures the queue in a real browser on the production build. */
export async function queueBoard(
  harness: Harness,
  root: string,
  scaled: (size: number, least: number) => number,
): Promise<Result[]> {
  const count = scaled(10_000, 500);
  const [small = ""] = await seedRequests(harness, watchedPool, 1);
  const ids = await seedRequests(harness, "bench-board", count);
  const browser = await launchBrowser();
  try {
    const dashboard = await startDashboard(root, harness.url, harness.key, harness.poolsKey);
    try {
      const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
      await page.goto(dashboard.signInLink);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const transitions = scaled(50, 5);
      await page.goto(`${dashboard.url}/pools/${watchedPool}`);
      const poolPage = await eventToRow(page, harness, small, "pool page", transitions);
      await page.goto("about:blank");
      const viewers = await manyViewers(harness, dashboard, cookie, small, scaled(10, 2));
      const board = await fullBoard(page, dashboard.url, count);
      const [id = ""] = ids;
      await page.goto(`${dashboard.url}/queue?q=${id}`);
      const boardRow = await eventToRow(
        page,
        harness,
        id,
        `board with ${count.toLocaleString("en")} rows`,
        transitions,
      );
      return [...poolPage, ...boardRow, ...viewers, ...board];
    } finally {
      await dashboard.close();
    }
  } finally {
    await browser.close();
  }
}
