import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import type { RunFrame } from "@/service/runner/run-spec";
import { createRecorder } from "@/service/runs/recorder";
import { startDashboard } from "./dashboard";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import type { SeededRun, Stage } from "./stage";

const perSecond = 50;
const batchSize = 500;
const targets = { p50: 50, p95: 150, openMs: 1_000, nodes: 3_000, heapMb: 80, taskMs: 100, tasksMs: 300 };
const last = "This is the last word of a long transcript.";

/** What the page measures of itself. */
interface Measured {
  delays: number[];
  tasks: number[];
}

declare global {
  var benchMeasured: Measured | undefined;
}

const agentOf = ({ path }: SeededRun) => path.split("/")[3] ?? "";
const update = (data: object): RunFrame => ({ event: "interaction_update", data });

function said(text: string): RunFrame[] {
  return [{ event: "assistant", data: { text } }, update({ type: "text-delta", text })];
}

/** One step as agents make them: thinking, a command with its output, a few words. Twenty events. */
function step(number: number): RunFrame[] {
  const callId = `call-${number}`;
  const command = `npm test -- part-${number}`;
  const thinking = (text: string): RunFrame[] => [
    { event: "thinking", data: { text } },
    update({ type: "thinking-delta", text }),
  ];
  const output = Array.from({ length: 4 }, (_, line) => `\u001b[32mok\u001b[0m ${number}.${line} reads and writes\n`);
  const value = { exitCode: 0, signal: "", stdout: output.join(""), stderr: "", executionTime: 120 + (number % 7) };
  return [
    ...thinking("Let me look at what the tests say. "),
    ...thinking("Then the cause is clear."),
    update({ type: "thinking-completed", thinkingDurationMs: 900 }),
    { event: "tool_call", data: { callId, name: "run_terminal_cmd", status: "running", args: { command } } },
    update({ type: "tool-call-started", callId, toolCall: { type: "shell", args: { command } } }),
    ...output.map((data) => update({ type: "shell-output-delta", callId, event: { case: "stdout", value: { data } } })),
    { event: "tool_call", data: { callId, name: "run_terminal_cmd", status: "completed", result: { success: value } } },
    update({
      type: "tool-call-completed",
      callId,
      toolCall: { type: "shell", args: { command }, result: { status: "success", value } },
    }),
    ...said(`Step **${number}** is done: \`part-${number}\` passes. `),
    ...said("The next one looks at the parser, "),
    ...said("which had a list of cases:\n\n- one\n- two\n\n"),
    update({ type: "step-completed", stepId: number, stepDurationMs: 1_200 }),
  ];
}

async function record(stage: Stage, run: SeededRun, feed: readonly RunFrame[]): Promise<void> {
  const recorder = await createRecorder(stage.service, run.id);
  for (let at = 0; at < feed.length; at += batchSize) await recorder.record(feed.slice(at, at + batchSize));
}

async function heapMb(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await client.detach();
  return usedSize / 1_000_000;
}

/** Opens a transcript of many events: until its end can be read, what it draws, what it keeps. */
async function openLong(page: Page, stage: Stage, url: string, events: number): Promise<Figure[]> {
  const [empty, long] = await stage.seedRuns(2);
  if (!empty || !long) throw new Error("no run was seeded");
  const feed = Array.from({ length: Math.ceil(events / step(0).length) }, (_, number) => step(number)).flat();
  await record(stage, long, [...feed, ...said(`\n\n${last}`)]);
  await record(stage, empty, said("Nothing much."));
  await page.goto(`${url}/agents/${agentOf(empty)}`);
  await page.getByText("Nothing much.").first().waitFor();
  const before = await heapMb(page);
  // The page is left and entered as people do: with the browser's caches, through a link of the console.
  await page.goto(`${url}/agents/${agentOf(long)}`, { waitUntil: "commit" });
  const readableMs = await page
    .waitForFunction(
      (text) => {
        const rows = document.querySelectorAll("section[aria-label=Transcript] p");
        return [...rows].some((row) => row.textContent === text) ? performance.now() : 0;
      },
      last,
      { polling: "raf", timeout: 60_000 },
    )
    .then((handle) => handle.jsonValue());
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const heap = (await heapMb(page)) - before;
  const name = `a transcript of ${feed.length.toLocaleString("en")} events`;
  return [
    {
      name: `${name}: readable`,
      measured: milliseconds(readableMs),
      against: milliseconds(targets.openMs),
      ratio: ratio(readableMs, targets.openMs),
    },
    {
      name: `${name}: DOM nodes`,
      measured: nodes.toLocaleString("en"),
      against: targets.nodes.toLocaleString("en"),
      ratio: ratio(nodes, targets.nodes),
    },
    {
      name: `${name}: heap growth`,
      measured: `${heap.toFixed(0)} MB`,
      against: `${targets.heapMb} MB`,
      ratio: ratio(heap, targets.heapMb),
    },
  ];
}

/** Notes when a stamped word is painted, and every task that keeps the page from answering. */
function measurePaints(): void {
  const measured: Measured = { delays: [], tasks: [] };
  globalThis.benchMeasured = measured;
  const seen = new Set<string>();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.tasks.push(duration);
  }).observe({ type: "longtask" });
  new MutationObserver(() => {
    const region = document.querySelector("section[aria-label=Transcript]");
    const text = region?.textContent?.slice(-4_000) ?? "";
    const fresh = [...text.matchAll(/@(\d{13})\./g)].flatMap(([, at = ""]) => (seen.has(at) ? [] : [at]));
    for (const at of fresh) seen.add(at);
    if (fresh.length === 0) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The message comes after the frame has been painted.
      port1.onmessage = () => {
        for (const at of fresh) measured.delays.push(Date.now() - Number(at));
      };
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Events at 50 a second, each stamped when the service has it, until they are painted. */
async function streamLive(page: Page, stage: Stage, url: string, seconds: number): Promise<Figure[]> {
  const [run] = await stage.seedRuns(1);
  if (!run) throw new Error("no run was seeded");
  await record(stage, run, said("It begins. "));
  await page.goto(`${url}/agents/${agentOf(run)}`);
  await page.getByText("It begins.").first().waitFor();
  await page.evaluate(measurePaints);
  await sleep(1_000);
  const recorder = await createRecorder(stage.service, run.id);
  const began = performance.now();
  const events = Math.round(perSecond * seconds);
  for (let sent = 0; sent < events; sent += 2) {
    await sleep(Math.max(0, began + (sent * 1_000) / perSecond - performance.now()));
    const paragraph = sent % 120 === 0 ? "\n\n" : "";
    await recorder.record(said(`${paragraph}word and **more** @${Date.now()}. `));
  }
  await sleep(1_000);
  const { delays, tasks } = (await page.evaluate(() => globalThis.benchMeasured)) ?? { delays: [], tasks: [] };
  if (delays.length < events / 4) throw new Error(`only ${delays.length} of ${events / 2} stamps were painted`);
  const figure = (name: "p50" | "p95"): Figure => {
    const measured = quantile(delays, name === "p50" ? 0.5 : 0.95);
    return {
      name: `sent → painted at ${perSecond} events/s, ${name}`,
      measured: milliseconds(measured),
      against: milliseconds(targets[name]),
      ratio: ratio(measured, targets[name]),
    };
  };
  const longest = Math.max(0, ...tasks);
  const sum = tasks.reduce((all, each) => all + each, 0);
  return [
    figure("p50"),
    figure("p95"),
    {
      name: `longest task during ${seconds} s`,
      measured: milliseconds(longest),
      against: milliseconds(targets.taskMs),
      ratio: ratio(longest, targets.taskMs),
    },
    {
      name: `long tasks during ${seconds} s, in all`,
      measured: milliseconds(sum),
      against: milliseconds(targets.tasksMs),
      ratio: ratio(sum, targets.tasksMs),
    },
  ];
}

/** What people see and feel, in a real browser on the production build. */
export async function inBrowser(stage: Stage, root: string, scale: number): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const dashboard = await startDashboard(root, stage.url, stage.key, stage.poolsKey);
    try {
      const page = await browser.newPage();
      await page.goto(dashboard.signInLink);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
      const live = await streamLive(page, stage, dashboard.url, Math.max(5, Math.round(60 * scale)));
      const long = await openLong(page, stage, dashboard.url, Math.max(1_000, Math.round(20_000 * scale)));
      return [...live, ...long];
    } finally {
      await dashboard.close();
    }
  } finally {
    await browser.close();
  }
}
