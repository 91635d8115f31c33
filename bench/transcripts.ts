import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { RunFrame } from "@/runner/run/run-spec";
import { createRecorder } from "@/service/runs/recorder";
import { startDashboard } from "./dashboard";
import type { Harness, SeededRun } from "./harness";
import { launchBrowser } from "./launch-browser";
import { quantile, type Result } from "./result";

const perSecond = 50;
const batchSize = 500;
const targets = { p50: 50, p95: 150, openMs: 600, openRatio: 3, nodes: 3_000, heapMb: 80, taskMs: 100, tasksMs: 300 };
const lastSentence = "This is the end of a long transcript.";

/** Measurements taken in the page. */
interface Measured {
  delays: number[];
  tasks: number[];
}

declare global {
  var benchMeasured: Measured | undefined;
}

const agentOf = ({ path }: SeededRun) => path.split("/")[3] ?? "";
const update = (data: object): RunFrame => ({ event: "interaction_update", data });

function assistantText(text: string): RunFrame[] {
  return [{ event: "assistant", data: { text } }, update({ type: "text-delta", text })];
}

/** One typical agent step: thinking, a command with output, and some text. Twenty events. */
function step(number: number): RunFrame[] {
  const callId = `call-${number}`;
  const command = `npm test -- part-${number}`;
  const thinking = (text: string): RunFrame[] => [
    { event: "thinking", data: { text } },
    update({ type: "thinking-delta", text }),
  ];
  const output = Array.from({ length: 4 }, (_, line) => `\u001b[32mok\u001b[0m ${number}.${line} parses input\n`);
  const value = { exitCode: 0, signal: "", stdout: output.join(""), stderr: "", executionTime: 120 + (number % 7) };
  return [
    ...thinking("Let me check the test output. "),
    ...thinking("The cause is in the parser."),
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
    ...assistantText(`Step **${number}** is done: \`part-${number}\` passes. `),
    ...assistantText("The next one looks at the parser, "),
    ...assistantText("which had a list of cases:\n\n- one\n- two\n\n"),
    update({ type: "step-completed", stepId: number, stepDurationMs: 1_200 }),
  ];
}

async function record(harness: Harness, run: SeededRun, feed: readonly RunFrame[]): Promise<void> {
  const recorder = await createRecorder(harness.service, run.id);
  for (let at = 0; at < feed.length; at += batchSize) await recorder.record(feed.slice(at, at + batchSize));
}

async function heapMb(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await client.detach();
  return usedSize / 1_000_000;
}

/** Resolves to the milliseconds from navigation until an element with the last sentence is in the page. */
async function untilReadable(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction(
    ([rows, text]) => {
      const found = [...document.querySelectorAll(rows)].some((row) => row.textContent === text);
      return found ? performance.now() : 0;
    },
    [selector, lastSentence] as const,
    { polling: "raf", timeout: 60_000 },
  );
  return handle.jsonValue();
}

/** Opens a page that already has the text of every row, without scripts and styles. */
async function openStaticPage(page: Page, feed: readonly RunFrame[]): Promise<number> {
  const url = "http://static.invalid/";
  const texts = feed.map(({ data }) => JSON.stringify(data).replaceAll("<", "&lt;"));
  const body = `<!doctype html><title>Rows</title>${[...texts, lastSentence].map((text) => `<p>${text}</p>`).join("")}`;
  await page.route(url, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await page.goto(url, { waitUntil: "commit" });
  return untilReadable(page, "p");
}

/** Opens a long transcript and measures time until its end is readable, DOM nodes and heap growth. */
async function openLongTranscript(page: Page, harness: Harness, url: string, events: number): Promise<Result[]> {
  const [empty, long] = await harness.seedRuns(2);
  if (!empty || !long) throw new Error("no run was seeded");
  const feed = Array.from({ length: Math.ceil(events / step(0).length) }, (_, number) => step(number)).flat();
  await record(harness, long, [...feed, ...assistantText(`\n\n${lastSentence}`)]);
  await record(harness, empty, assistantText("Nothing much."));
  await page.goto(`${url}/agents/${agentOf(empty)}`);
  await page.getByText("Nothing much.").first().waitFor();
  const before = await heapMb(page);
  // Navigate within the session, so the browser's caches are warm.
  await page.goto(`${url}/agents/${agentOf(long)}`, { waitUntil: "commit" });
  const readableMs = await untilReadable(page, "section[aria-label=Transcript] p");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const heap = (await heapMb(page)) - before;
  const name = `transcript of ${feed.length.toLocaleString("en")} events`;
  return [
    {
      name: `${name}: readable`,
      value: readableMs,
      unit: "ms",
      reference: [await openStaticPage(page, feed), "for a static page with all rows"],
      target: { value: targets.openMs, ratio: targets.openRatio },
    },
    { name: `${name}: DOM nodes`, value: nodes, unit: "nodes", target: { value: targets.nodes } },
    { name: `${name}: heap growth`, value: heap, unit: "MB", target: { value: targets.heapMb } },
  ];
}

/** Records when each timestamped word is painted, and all long tasks. */
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
    const unseen = [...text.matchAll(/@(\d{13})\./g)].flatMap(([, at = ""]) => (seen.has(at) ? [] : [at]));
    for (const at of unseen) seen.add(at);
    if (unseen.length === 0) return;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The message arrives after the frame was painted.
      port1.onmessage = () => {
        for (const at of unseen) measured.delays.push(Date.now() - Number(at));
      };
      port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Records 50 events per second, each with a timestamp in its text, and measures when they are painted. */
async function streamLive(page: Page, harness: Harness, url: string, seconds: number): Promise<Result[]> {
  const [run] = await harness.seedRuns(1);
  if (!run) throw new Error("no run was seeded");
  await record(harness, run, assistantText("Started. "));
  await page.goto(`${url}/agents/${agentOf(run)}`);
  await page.getByText("Started.").first().waitFor();
  await page.evaluate(measurePaints);
  await sleep(1_000);
  const recorder = await createRecorder(harness.service, run.id);
  const startedAt = performance.now();
  const events = Math.round(perSecond * seconds);
  for (let sent = 0; sent < events; sent += 2) {
    await sleep(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()));
    const paragraph = sent % 120 === 0 ? "\n\n" : "";
    await recorder.record(assistantText(`${paragraph}word and **more** @${Date.now()}. `));
  }
  await sleep(1_000);
  const { delays, tasks } = (await page.evaluate(() => globalThis.benchMeasured)) ?? { delays: [], tasks: [] };
  if (delays.length < events / 4) throw new Error(`only ${delays.length} of ${events / 2} timestamps were painted`);
  const result = (name: "p50" | "p95"): Result => ({
    name: `sent → painted at ${perSecond} events/s, ${name}`,
    value: quantile(delays, name === "p50" ? 0.5 : 0.95),
    unit: "ms",
    target: { value: targets[name] },
  });
  const longest = Math.max(0, ...tasks);
  const total = tasks.reduce((sum, duration) => sum + duration, 0);
  return [
    result("p50"),
    result("p95"),
    { name: `longest task in ${seconds} s`, value: longest, unit: "ms", target: { value: targets.taskMs } },
    { name: `total long-task time in ${seconds} s`, value: total, unit: "ms", target: { value: targets.tasksMs } },
  ];
}

/** Measures transcripts in a real browser on the production build. */
export async function transcripts(harness: Harness, root: string, scale: number): Promise<Result[]> {
  const browser = await launchBrowser();
  try {
    const dashboard = await startDashboard(root, harness.url, harness.key, harness.poolsKey);
    try {
      const page = await browser.newPage();
      await page.goto(dashboard.signInLink);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
      const live = await streamLive(page, harness, dashboard.url, Math.max(5, Math.round(60 * scale)));
      const long = await openLongTranscript(page, harness, dashboard.url, Math.max(1_000, Math.round(20_000 * scale)));
      return [...live, ...long];
    } finally {
      await dashboard.close();
    }
  } finally {
    await browser.close();
  }
}
