import type { Page } from "@playwright/test";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { startDashboard } from "./dashboard";
import type { Harness } from "./harness";
import { launchBrowser } from "./launch-browser";
import { quantile, type Result } from "./result";

const targets = { firstMs: 600, keyMs: 30 };
const typed = "nightly build 012";

/** How the list is sorted and grouped. */
const orders = [
  { name: "newest first", search: "" },
  { name: "by name, grouped by repository", search: "sort=name&group=repository" },
  { name: "by duration, grouped by status", search: "sort=-duration&group=status" },
  { name: "by tokens", search: "sort=-tokens" },
] as const;

const titles = ["of the nightly build", "fixes the login", "writes the changelog"];
const statuses = ["FINISHED", "FINISHED", "FINISHED", "ERROR", "CANCELLED"];

/** Agents as the dashboard's index has them, newest first. */
function agentRows(count: number): AgentRow[] {
  return Array.from({ length: count }, (_, index): AgentRow => {
    const at = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString();
    const url = `https://git.example.com/team-${index % 7}/repository-${index % 40}`;
    const prUrl = index % 6 === 0 ? `${url}/pull/${index}` : undefined;
    return {
      id: `bc-${String(index).padStart(8, "0")}`,
      name: `Copy ${String((index * 7_919) % count).padStart(5, "0")} ${titles[index % 3]}`,
      status: index % 20 === 0 ? "ARCHIVED" : "IDLE",
      env: index % 4 === 0 ? { type: "pool", name: "builders" } : { type: "cloud" },
      createdAt: at,
      updatedAt: at,
      latestRunId: `run-${index}`,
      run: {
        status: statuses[index % 5] ?? "",
        createdAt: at,
        updatedAt: at,
        durationMs: ((index * 31) % 900) * 1_000,
      },
      repos: [{ url, ...(prUrl && { prUrl }) }],
      branches: [{ repoUrl: url.replace("https://", ""), branch: `svc/copy-${index}`, ...(prUrl && { prUrl }) }],
      tokens: (index * 104_729) % 2_000_000,
      ...(prUrl && {
        pulls: [{ url: prUrl, state: "open", draft: false, additions: index % 90, deletions: 4 }],
      }),
    };
  });
}

const lastChange = 1_000_000;

/** Answers the page's calls for changes. Only the browser's work is measured, and an index of this size takes minutes to fill. */
async function serveRows(page: Page, rows: readonly AgentRow[]): Promise<void> {
  const progress = { complete: true, agents: rows.length, known: rows.length };
  await page.route(/\/api\/dashboard\/agent-changes\?/, (route) => {
    const seen = new URL(route.request().url()).searchParams.get("since") === String(lastChange);
    return route.fulfill({
      json: { rows: seen ? [] : rows, removed: [], change: lastChange, more: false, progress },
    });
  });
}

/** Types and returns, for each key, the milliseconds from the press until its rows are painted. */
async function typeInFilter(page: Page): Promise<number[]> {
  await page.getByRole("combobox", { name: "Filter agents" }).focus();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { benchKeys: times });
    const onKey = () => {
      const startedAt = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // The message arrives after the frame was painted.
        port1.onmessage = () => times.push(performance.now() - startedAt);
        port2.postMessage(0);
      });
    };
    window.addEventListener("keydown", onKey, { capture: true });
  });
  await page.keyboard.type(typed, { delay: 200 });
  await page.waitForFunction((count) => Reflect.get(globalThis, "benchKeys").length === count, typed.length);
  return page.evaluate(() => Reflect.get(globalThis, "benchKeys") as number[]);
}

/** Measures the agent list with many agents in a real browser on the production build. */
export async function agentList(harness: Harness, root: string, count: number): Promise<Result[]> {
  const browser = await launchBrowser();
  const dashboard = await startDashboard(root, harness.url, harness.key, harness.poolsKey);
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    await page.goto(dashboard.signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
    await serveRows(page, agentRows(count));
    const results: Result[] = [];
    for (const { name, search } of orders) {
      await page.goto(`${dashboard.url}/agents?q=archived%3Aany&${search}`, { waitUntil: "commit" });
      const shown = await page.waitForFunction(
        () => (document.querySelector("[data-row-id]") ? performance.now() : 0),
        undefined,
        { polling: "raf" },
      );
      results.push({
        name: `${count.toLocaleString("en")} agents, ${name}: first rows`,
        value: await shown.jsonValue(),
        unit: "ms",
        target: { value: targets.firstMs },
      });
      await page.waitForFunction((least) => {
        const all = [...document.querySelectorAll("main nav a")].find(({ textContent }) =>
          textContent?.startsWith("All"),
        );
        return Number(all?.textContent?.replace(/\D/g, "")) >= least;
      }, count);
      const times = await typeInFilter(page);
      for (const share of [0.5, 0.95]) {
        results.push({
          name: `${count.toLocaleString("en")} agents, ${name}: key press in the filter, p${share * 100}`,
          value: quantile(times, share),
          unit: "ms",
          target: { value: targets.keyMs },
        });
      }
    }
    return results;
  } finally {
    await dashboard.close();
    await browser.close();
  }
}
