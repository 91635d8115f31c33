import { chromium, type Page } from "@playwright/test";
import { createRepo } from "@/lib/contract/hosting/create-repo";
import { PullRequest } from "@/lib/contract/hosting/pull-request";
import { namespaces } from "@/service/core/store/tables/repositories";
import { runGit } from "@/service/git/run-git";
import { startDashboard } from "./dashboard";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import type { Stage } from "./stage";

const targets = { firstMs: 800, colourMs: 300, nodes: 5_000, heapMb: 150, taskMs: 100, inputMs: 100, findMs: 100 };
const slowdown = 4;
const frames = 90;

interface Shape {
  name: string;
  files: number;
  /** Changed lines of each file: as many removed as added. */
  lines: number;
  /** Too large a file stays plain. */
  plain?: boolean;
}

const shapes: readonly Shape[] = [
  { name: "10,000 lines in 5 files", files: 5, lines: 2_000 },
  { name: "50,000 lines in 250 files", files: 250, lines: 200 },
  { name: "one file of 50,000 lines", files: 1, lines: 50_000, plain: true },
];

/** What the page measures of itself. */
interface Watched {
  tasks: number[];
  inputs: number[];
  frames: number[];
}

declare global {
  var benchWatched: Watched | undefined;
}

/** Every sixth line stays, so that a diff has context and word changes. */
function fileText({ lines }: Shape, file: number, word: string): string {
  const text: string[] = [];
  for (let line = 0; text.length < (lines / 2) * 1.2; line += 1) {
    text.push(line % 6 === 5 ? "" : `const v${line % 50} = ${word}(${file}, ${line % 97});`);
  }
  return `${text.join("\n")}\n`;
}

/** One commit with every shape's files, and a branch of each shape that changes them. */
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
  return `commit refs/heads/main\ncommitter ${stamp}\n${data("Begin")}${base}\n${branches.join("")}done\n`;
}

async function hostPulls({ service, url, key }: Stage): Promise<string[]> {
  const { db, ids, clock, repositories } = service;
  const slug = "diffs";
  await db
    .insert(namespaces)
    .values({ id: ids.typed("ns"), slug, slugFolded: slug, type: "team", teamId: 1, createdAt: clock.now() });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/v1/repohost/repos/${slug}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const found: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(found)}`);
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

function watch(): void {
  const watched: Watched = { tasks: [], inputs: [], frames: [] };
  const every: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
  globalThis.benchWatched = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") watched.inputs.push(duration);
  }).observe(every);
}

const watched = async (page: Page): Promise<Watched> =>
  (await page.evaluate(() => globalThis.benchWatched)) ?? { tasks: [], inputs: [], frames: [] };

/** Waits for something inside the drawn files; answers the moment since the navigation. */
async function drawn(page: Page, selector: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => {
      const roots = [...document.querySelectorAll("diffs-container")];
      return roots.some((each) => each.shadowRoot?.querySelector(wanted)) ? performance.now() : 0;
    },
    selector,
    { polling: "raf", timeout: 60_000 },
  );
  return found.jsonValue();
}

/** Elements of the page, those in shadow trees included. */
function countNodes(): number {
  const within = (root: ParentNode): number =>
    [...root.querySelectorAll("*")].reduce((sum, each) => sum + 1 + (each.shadowRoot ? within(each.shadowRoot) : 0), 0);
  return within(document);
}

async function scroll(page: Page): Promise<{ frames: number[]; longest: number }> {
  await page.evaluate(watch);
  await page.evaluate(async (count) => {
    const container = document.querySelector("diffs-container");
    let scroller = container?.parentElement;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    let before = performance.now();
    for (let frame = 0; frame < count; frame += 1) {
      scroller?.scrollBy({ top: 600, behavior: "instant" });
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      globalThis.benchWatched?.frames.push(now - before);
      before = now;
    }
  }, frames);
  const { frames: times, tasks } = await watched(page);
  return { frames: times, longest: Math.max(0, ...tasks) };
}

/** Types into a comment while the machine is four times slower; the slowest key but for one in twenty. */
async function type(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await page.keyboard.press("]");
  await page.keyboard.press("n");
  await page.keyboard.press("c");
  const text = page.getByRole("textbox", { name: /^Comment on / });
  await text.focus();
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(watch);
  await page.keyboard.type("This is what a reviewer types.", { delay: 60 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const { inputs } = await watched(page);
  await text.fill("");
  await text.press("Escape");
  // Events shorter than a frame are not reported.
  return inputs.length === 0 ? 16 : quantile(inputs, 0.95);
}

async function find(page: Page): Promise<number> {
  await page.evaluate(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
  );
  await page.keyboard.press("/");
  await page.keyboard.type("96");
  const began = await page.evaluate(() => performance.now());
  await page.keyboard.type(")");
  const found = await page.waitForFunction(
    () => (/^\d+ of /.test(document.querySelector("output")?.textContent ?? "") ? performance.now() : 0),
    undefined,
    { polling: "raf" },
  );
  return (await found.jsonValue()) - began;
}

async function measureShape(page: Page, { name, plain }: Shape, url: string): Promise<Figure[]> {
  await page.goto(url, { waitUntil: "commit" });
  const first = await drawn(page, "[data-line]");
  const colour = plain ? undefined : await drawn(page, "[data-line] span[style]");
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const heap = (await client.send("Runtime.getHeapUsage")).usedSize / 1_000_000;
  await client.detach();
  const nodes = await page.evaluate(countNodes);
  const { frames: times, longest } = await scroll(page);
  const input = await type(page);
  const found = await find(page);
  const figure = (what: string, value: number, target: number, written = milliseconds): Figure => ({
    name: `${name}: ${what}`,
    measured: written(value),
    against: written(target),
    ratio: ratio(value, target),
  });
  const count = (value: number) => Math.round(value).toLocaleString("en");
  return [
    figure("first lines", first, targets.firstMs),
    ...(colour === undefined ? [] : [figure("colour after them", colour - first, targets.colourMs)]),
    figure("DOM nodes", nodes, targets.nodes, count),
    figure("heap", heap, targets.heapMb, (value) => `${value.toFixed(0)} MB`),
    figure("scroll frame p50", quantile(times, 0.5), 16.7),
    figure("scroll frame p95", quantile(times, 0.95), targets.taskMs),
    figure("longest task while scrolling", longest, targets.taskMs),
    figure(`key in a comment, ${slowdown} × slower, p95`, input, targets.inputMs),
    figure("find, typed → counted", found, targets.findMs),
  ];
}

/** Large pull requests in a real browser on the production build. */
export async function diffs(stage: Stage, root: string): Promise<Figure[]> {
  const pulls = await hostPulls(stage);
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const dashboard = await startDashboard(root, stage.url, stage.key, stage.poolsKey);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(dashboard.signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
    // Files are come to from the conversation; what a new dashboard reads once for its first page is not theirs.
    await page.goto(`${dashboard.url}${pulls[0]?.replace("?tab=files", "")}`);
    await page.getByRole("heading", { level: 1, name: shapes[0]?.name }).waitFor();
    const figures: Figure[] = [];
    for (const [at, shape] of shapes.entries()) {
      figures.push(...(await measureShape(page, shape, `${dashboard.url}${pulls[at]}`)));
    }
    return figures;
  } finally {
    await dashboard.close();
    await browser.close();
  }
}
