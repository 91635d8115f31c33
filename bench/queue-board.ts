import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { type Dashboard, startDashboard } from "./dashboard";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import { now } from "./jobs";
import { seedRequests } from "./queue";
import { openViewers } from "./queue-viewers";
import type { Stage } from "./stage";

const viewerCount = 200;
const targets = { p50: 50, p95: 150, readableMs: 1_000, nodes: 3_000, taskMs: 100, keyMs: 50 };
const watchedPool = "bench-small";

/** What the board's page measures of itself. */
interface BoardMeasured {
  /** When a row was painted, and when the frame without it was, by `Date.now()`. */
  painted: number[];
  tasks: number[];
}

declare global {
  var benchBoard: BoardMeasured | undefined;
}

/** Notes each time one row comes or goes, once that is painted, and the tasks that keep the page from answering. */
function measureRow(id: string): void {
  const measured: BoardMeasured = { painted: [], tasks: [] };
  globalThis.benchBoard = measured;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  const there = () => document.querySelector(`[data-agent="${id}"]`) !== null;
  let was = there();
  new MutationObserver(() => {
    if (there() === was) return;
    was = !was;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The message comes after the frame has been painted.
      port1.onmessage = () => measured.painted.push(Date.now());
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
}

/** Claims and releases by turns; answers when each was answered. */
async function transition({ url, poolsKey }: Stage, id: string, index: number): Promise<number> {
  const path = index % 2 === 0 ? "/claim" : `/claims/${id}/release`;
  const answer = await fetch(`${url}/v0/private-workers${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${poolsKey}`, "content-type": "application/json" },
    ...(index % 2 === 0 ? { body: JSON.stringify({ id, workerId: "w-1" }) } : {}),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  await answer.text();
  return Date.now();
}

const held = (name: string, measured: number, target: number): Figure => ({
  name,
  measured: milliseconds(measured),
  against: milliseconds(target),
  ratio: ratio(measured, target),
});

/** From the answer to a claim or release to the frame that shows the row gone or back. */
async function eventToRow(page: Page, stage: Stage, id: string, what: string, count: number): Promise<Figure[]> {
  await page.locator(`[data-agent="${id}"]`).waitFor();
  await page.evaluate(measureRow, id);
  const delays: number[] = [];
  for (let index = 0; index < count * 2; index += 1) {
    const answered = await transition(stage, id, index);
    const handle = await page.waitForFunction((least) => globalThis.benchBoard?.painted[least], index, {
      polling: 5,
      timeout: 30_000,
    });
    delays.push(Math.max(0, ((await handle.jsonValue()) ?? Number.NaN) - answered));
  }
  return (["p50", "p95"] as const).map((name) =>
    held(`queue event → row painted, ${what}, ${name}`, quantile(delays, name === "p50" ? 0.5 : 0.95), targets[name]),
  );
}

/** Many viewers of one queue: how many watches that is at the service, and how long a change takes to all of them. */
async function manyViewers(stage: Stage, dashboard: Dashboard, cookie: string, id: string, count: number) {
  const viewers = await openViewers(dashboard.url, cookie, watchedPool, viewerCount);
  try {
    const delays: number[] = [];
    for (let index = 0; index < count * 2; index += 1) {
      await transition(stage, id, index);
      const answered = now();
      delays.push(...(await viewers.arrivals(index)).map((at) => Math.max(0, at - answered)));
    }
    const { rows } = await stage.service.database.pool.query("select count(*)::int as watches from watch_slots");
    const watches: number = rows[0]?.watches;
    return [
      {
        name: `watches at the service for ${viewerCount} viewers`,
        measured: String(watches),
        against: "1",
        ratio: ratio(watches, 1),
      },
      held(`queue event → ${viewerCount} viewers, p50`, quantile(delays, 0.5), targets.p50),
      held(`queue event → ${viewerCount} viewers, p95`, quantile(delays, 0.95), targets.p95),
    ];
  } finally {
    viewers.close();
  }
}

/** A board of very many rows: until it can be read, what it draws, and how it takes the wheel and the keyboard. */
async function fullBoard(page: Page, url: string, rows: number): Promise<Figure[]> {
  await page.goto(`${url}/queue`, { waitUntil: "commit" });
  const readableMs = await page
    .waitForFunction(() => (document.querySelector("[data-agent]") ? performance.now() : 0), undefined, {
      polling: "raf",
      timeout: 60_000,
    })
    .then((handle) => handle.jsonValue());
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const [id = ""] = await page
    .locator("[data-agent]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-agent") ?? ""));
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
  const what = `a board of ${rows.toLocaleString("en")} rows`;
  return [
    held(`${what}: readable`, readableMs, targets.readableMs),
    {
      name: `${what}: DOM nodes`,
      measured: nodes.toLocaleString("en"),
      against: targets.nodes.toLocaleString("en"),
      ratio: ratio(nodes, targets.nodes),
    },
    held(`${what}: longest task while scrolling`, Math.max(0, ...tasks), targets.taskMs),
    held(`${what}: slowest key press in the filter`, Math.max(16, ...keys), targets.keyMs),
  ];
}

/** The queue in a browser, on the production build, with everything that waits at the service. */
export async function queueBoard(
  stage: Stage,
  root: string,
  scaled: (size: number, least: number) => number,
): Promise<Figure[]> {
  const count = scaled(10_000, 500);
  const [small = ""] = await seedRequests(stage, watchedPool, 1);
  const ids = await seedRequests(stage, "bench-board", count);
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const dashboard = await startDashboard(root, stage.url, stage.key, stage.poolsKey);
    try {
      const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
      await page.goto(dashboard.signInLink);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
      const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      const transitions = scaled(50, 5);
      await page.goto(`${dashboard.url}/pools/${watchedPool}`);
      const alone = await eventToRow(page, stage, small, "the page of a pool", transitions);
      await page.goto("about:blank");
      const viewers = await manyViewers(stage, dashboard, cookie, small, scaled(10, 2));
      const board = await fullBoard(page, dashboard.url, count);
      const [id = ""] = ids;
      await page.goto(`${dashboard.url}/queue?q=${id}`);
      const crowded = await eventToRow(page, stage, id, `a board of ${count.toLocaleString("en")}`, transitions);
      return [...alone, ...crowded, ...viewers, ...board];
    } finally {
      await dashboard.close();
    }
  } finally {
    await browser.close();
  }
}
