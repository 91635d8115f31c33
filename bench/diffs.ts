import type { Page } from "@playwright/test";
import { runGit } from "@/git/run-git";
import { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { namespaces } from "@/service/core/store/tables/repositories";
import { startDashboard } from "./dashboard";
import type { Harness } from "./harness";
import { launchBrowser } from "./launch-browser";
import { quantile, type Result } from "./result";

const targets = { firstMs: 600, highlightMs: 300, nodes: 5_000, heapMb: 150, frameMs: 50, findMs: 100 };
/** Limits of a key press at each slowdown of the processor. */
const inputs = [
  { slowdown: 1, targetMs: 50 },
  { slowdown: 4, targetMs: 100 },
] as const;
const frames = 90;

interface Shape {
  name: string;
  files: number;
  /** Changed lines per file, half of them removed and half added. */
  lines: number;
  /** Too large to highlight. */
  plain?: boolean;
}

const shapes: readonly Shape[] = [
  { name: "10,000 lines in 5 files", files: 5, lines: 2_000 },
  { name: "50,000 lines in 250 files", files: 250, lines: 200 },
  { name: "107,000 lines in 535 files", files: 535, lines: 200 },
  { name: "one file of 50,000 lines", files: 1, lines: 50_000, plain: true },
];

/** Measurements taken in the page. */
interface Measurements {
  tasks: number[];
  inputs: number[];
  frames: number[];
}

declare global {
  var benchDiff: Measurements | undefined;
}

/** Every sixth line is unchanged, so the diff has context lines and word changes. */
function fileText({ lines }: Shape, file: number, word: string): string {
  const text: string[] = [];
  for (let line = 0; text.length < (lines / 2) * 1.2; line += 1) {
    text.push(line % 6 === 5 ? "" : `const v${line % 50} = ${word}(${file}, ${line % 97});`);
  }
  return `${text.join("\n")}\n`;
}

/** Builds one commit with the files of all shapes, and a branch per shape that changes them. */
function history(): string {
  const stamp = "Bench <bench@localhost> 1700000000 +0000";
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const file = (shape: number, index: number) => `shape${shape}/part${index % 20}/file${index}.ts`;
  const write = (at: number, shape: Shape, word: string) =>
    Array.from(
      { length: shape.files },
      (_, index) => `M 100644 inline ${file(at, index)}\n${data(fileText(shape, index, word))}`,
    ).join("");
  const base = shapes.map((shape, at) => write(at, shape, "before")).join("");
  const branches = shapes.map(
    (shape, at) =>
      `commit refs/heads/shape${at}\ncommitter ${stamp}\n${data(shape.name)}from refs/heads/main\n${write(at, shape, "after")}\n`,
  );
  return `commit refs/heads/main\ncommitter ${stamp}\n${data("Initial commit")}${base}\n${branches.join("")}done\n`;
}

async function createPulls({ service, url, key }: Harness): Promise<string[]> {
  const { db, ids, clock, repositories } = service;
  const slug = "diffs";
  await db
    .insert(namespaces)
    .values({ id: ids.typed("ns"), slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/v1/repohost/repos/${slug}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const found: unknown = await response.json();
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${JSON.stringify(found)}`);
    return found;
  };
  const { id } = createRepo.response.parse(await post("", { name: "large" }));
  await runGit(["fast-import", "--quiet", "--done"], { cwd: repositories.path(id), input: history() });
  const numbers: string[] = [];
  for (const [at, { name }] of shapes.entries()) {
    const body = { title: name, head: `shape${at}`, base: "main" };
    numbers.push(PullRequest.parse(await post("/large/pulls", body)).number);
  }
  return numbers.map((number) => `/pulls/${slug}/large/${number}?tab=files`);
}

function startMeasuring(): void {
  const measured: Measurements = { tasks: [], inputs: [], frames: [] };
  const every: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
  globalThis.benchDiff = measured;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") measured.inputs.push(duration);
  }).observe(every);
}

const readMeasurements = async (page: Page): Promise<Measurements> =>
  (await page.evaluate(() => globalThis.benchDiff)) ?? { tasks: [], inputs: [], frames: [] };

/** Waits for an element in the rendered files and returns the milliseconds since navigation. */
async function waitForRendered(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction(
    (target) => {
      const roots = [...document.querySelectorAll("diffs-container")];
      return roots.some((each) => each.shadowRoot?.querySelector(target)) ? performance.now() : 0;
    },
    selector,
    { polling: "raf", timeout: 60_000 },
  );
  return found.jsonValue();
}

/** Counts the elements of the page, including those in shadow trees. */
function countNodes(): number {
  const within = (root: ParentNode): number =>
    [...root.querySelectorAll("*")].reduce((sum, each) => sum + 1 + (each.shadowRoot ? within(each.shadowRoot) : 0), 0);
  return within(document);
}

async function scroll(page: Page): Promise<{ frames: number[]; longest: number }> {
  await page.evaluate(startMeasuring);
  await page.evaluate(async (count) => {
    const container = document.querySelector("diffs-container");
    let scroller = container?.parentElement;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    let before = performance.now();
    for (let frame = 0; frame < count; frame += 1) {
      scroller?.scrollBy({ top: 600, behavior: "instant" });
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      globalThis.benchDiff?.frames.push(now - before);
      before = now;
    }
  }, frames);
  const { frames: times, tasks } = await readMeasurements(page);
  return { frames: times, longest: Math.max(0, ...tasks) };
}

/** Types a comment with a throttled CPU and returns the p95 of key press durations. */
async function typeComment(page: Page, slowdown: number): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await page.keyboard.press("]");
  await page.keyboard.press("n");
  await page.keyboard.press("c");
  const text = page.getByRole("textbox", { name: /^Comment on / });
  await text.focus();
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(startMeasuring);
  await page.keyboard.type("Could you add a test for this?", { delay: 60 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const { inputs } = await readMeasurements(page);
  await text.fill("");
  await text.press("Escape");
  // The browser doesn't report events shorter than a frame.
  return inputs.length === 0 ? 16 : quantile(inputs, 0.95);
}

async function find(page: Page): Promise<number> {
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press("/");
  await page.keyboard.type("96");
  const startedAt = await page.evaluate(() => performance.now());
  await page.keyboard.type(")");
  const found = await page.waitForFunction(
    () => (/^\d+ of /.test(document.querySelector("output")?.textContent ?? "") ? performance.now() : 0),
    undefined,
    { polling: "raf" },
  );
  return (await found.jsonValue()) - startedAt;
}

async function measureShape(page: Page, { name, plain }: Shape, url: string): Promise<Result[]> {
  await page.goto(url, { waitUntil: "commit" });
  const title = await page.waitForFunction(
    (text) => (document.querySelector("h1")?.textContent?.startsWith(text) ? performance.now() : 0),
    name,
    { polling: "raf" },
  );
  const first = await waitForRendered(page, "[data-line]");
  const highlighted = plain ? undefined : await waitForRendered(page, "[data-line] span[style]");
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const heap = (await client.send("Runtime.getHeapUsage")).usedSize / 1_000_000;
  await client.detach();
  const nodes = await page.evaluate(countNodes);
  const { frames: times, longest } = await scroll(page);
  const result = (what: string, value: number, target: number, unit: Result["unit"] = "ms"): Result => ({
    name: `${name}: ${what}`,
    value,
    unit,
    target: { value: target },
  });
  const pressed: Result[] = [];
  for (const { slowdown, targetMs } of inputs) {
    const name =
      slowdown === 1 ? "key press in a comment, p95" : `key press in a comment, ${slowdown}× CPU slowdown, p95`;
    pressed.push(result(name, await typeComment(page, slowdown), targetMs));
  }
  const found = await find(page);
  return [
    result("first lines after the title", first - (await title.jsonValue()), targets.firstMs),
    ...(highlighted === undefined ? [] : [result("highlighting", highlighted - first, targets.highlightMs)]),
    result("DOM nodes", nodes, targets.nodes, "nodes"),
    result("heap", heap, targets.heapMb, "MB"),
    result("scroll frame p50", quantile(times, 0.5), 16.7),
    result("longest scroll frame", Math.max(...times), targets.frameMs),
    result("longest task while scrolling", longest, targets.frameMs),
    ...pressed,
    result("find, key press → match count", found, targets.findMs),
  ];
}

/** Measures large pull requests in a real browser on the production build. */
export async function diffs(harness: Harness, root: string): Promise<Result[]> {
  const pulls = await createPulls(harness);
  const browser = await launchBrowser();
  const dashboard = await startDashboard(root, harness.url, harness.key, harness.poolsKey);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(dashboard.signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
    // Warm up the dashboard, so its first-page cost isn't part of the first measurement.
    await page.goto(`${dashboard.url}${pulls[0]?.replace("?tab=files", "")}`);
    await page.getByRole("heading", { level: 1, name: shapes[0]?.name }).waitFor();
    const results: Result[] = [];
    for (const [at, shape] of shapes.entries()) {
      results.push(...(await measureShape(page, shape, `${dashboard.url}${pulls[at]}`)));
    }
    return results;
  } finally {
    await dashboard.close();
    await browser.close();
  }
}
