import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { z } from "zod";
import { nginx } from "@/scripts/testing/reverse-proxies";
import { seededRandom } from "../lib/core/testing/seeded-random";
import { chaosPlan } from "../service/testing/chaos-plan";
import { test as base, expect } from "./testing/app";
import { type Cluster, startCluster } from "./testing/cluster";
import { browserClient, type Client } from "./testing/cluster-load";

/** Each round has an agent, whose queue two browsers fill while the dashboard and the service are killed. */
const { size: rounds, seed } = chaosPlan("follow-up kills", { short: 100, long: 500, seed: 20_261_128 });
const messagesEach = 2;
const runsEach = 1 + 2 * messagesEach;
const parallel = 50;

const test = base.extend<object, { cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use) => {
      const settings = { SANDBOX: "none", RUNS_PER_MINUTE: "100000", SLIPWAY_SUPERVISED: "1" };
      const cluster = await startCluster({ instances: 1, settings });
      await use(cluster);
      await cluster.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

test.skip(!nginx, "needs nginx");
test.setTimeout(300_000 + rounds * 25_000);

const Queue = z.object({ items: z.array(z.unknown()) });
const LatestRun = z.object({ id: z.string(), status: z.string(), error: z.unknown() });
const Prompt = z.object({ prompt_text: z.string() });

async function signIn(cluster: Cluster, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto((await cluster.slipway("sign-in")).output.trim());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  return page;
}

async function clientOf(cluster: Cluster, context: BrowserContext): Promise<Client> {
  const cookies = await context.cookies();
  return browserClient(cluster, cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
}

/** Queues messages from both browsers, one after the other. Returns the prompts in the order they were acknowledged. */
async function fillQueue(agentId: string, browsers: readonly Client[]): Promise<string[]> {
  const prompts = [prompt(`${agentId} launch`)];
  await browsers[0]?.untilDone("POST", "/v1/agents", { agentId, prompt: { text: prompts[0] } }, [409]);
  for (let count = 0; count < messagesEach; count += 1) {
    for (const [index, browser] of browsers.entries()) {
      const text = prompt(`${agentId} browser ${index} message ${count}`);
      // A lost response is followed by the same request, as a browser sends it.
      await browser.untilDone("POST", `/dashboard/agents/${agentId}/follow-ups`, {
        id: randomUUID(),
        prompt: { text },
      });
      prompts.push(text);
    }
  }
  return prompts;
}

const prompt = (text: string) => `\`\`\`sh\necho ${text}\n\`\`\``;

/** Agents whose messages haven't all become runs that ended, with what they are waiting for. */
async function unfinished(cluster: Cluster, agentIds: readonly string[], browser: Client): Promise<object[]> {
  const rows = await cluster.query(
    `select a.id, r.status, r.error from agents a join runs r on r.id = a.latest_run_id where a.id = any($1) and $2 >
      (select count(*) from runs where agent_id = a.id and status not in ('CREATING', 'RUNNING'))`,
    [agentIds, runsEach],
  );
  return Promise.all(
    rows.map(async (row) => {
      const { id, ...run } = LatestRun.parse(row);
      return { id, run, queue: await browser.untilDone("GET", `/dashboard/agents/${id}/follow-ups`) };
    }),
  );
}

/** Waits until every message has become a run that ended, although no user does anything, and both browsers see empty queues. */
async function drained(cluster: Cluster, agentIds: readonly string[], browsers: readonly Client[]): Promise<void> {
  const [browser] = browsers;
  if (!browser) throw new Error("no browser");
  await expect
    .poll(() => unfinished(cluster, agentIds, browser), { timeout: 60_000 + rounds * 20_000, intervals: [1_000] })
    .toEqual([]);
  for (const agentId of agentIds) {
    for (const each of browsers) {
      const queue = `/dashboard/agents/${agentId}/follow-ups`;
      await expect.poll(async () => Queue.parse(await each.untilDone("GET", queue)).items).toEqual([]);
    }
  }
}

async function promptsOf(cluster: Cluster, agentId: string): Promise<string[]> {
  const rows = await cluster.query("select prompt_text from runs where agent_id = $1 order by position", [agentId]);
  return rows.map((row) => Prompt.parse(row).prompt_text);
}

test(`two browsers' messages are sent once, in order, in ${rounds} rounds of kills`, { tag: "@long" }, async ({
  browser,
  cluster,
}) => {
  const random = seededRandom(seed);
  const contexts = [await browser.newContext(), await browser.newContext()];
  const pages = await Promise.all(contexts.map((context) => signIn(cluster, context)));
  const browsers = await Promise.all(contexts.map((context) => clientOf(cluster, context)));
  const stopping = new AbortController();
  let kills = 0;
  const killing = (async () => {
    while (!stopping.signal.aborted) {
      const program = cluster.programs[Math.floor(random() * cluster.programs.length)];
      await delay(random() * 24_000);
      await program?.kill();
      kills += 1;
      await delay(random() * 1_000);
      await program?.start();
    }
  })();

  for (let done = 0; done < rounds; done += parallel) {
    const agentIds = Array.from({ length: Math.min(parallel, rounds - done) }, () => `bc-${randomUUID()}`);
    const expected = await Promise.all(agentIds.map((agentId) => fillQueue(agentId, browsers)));
    await drained(cluster, agentIds, browsers);
    const sent = await Promise.all(agentIds.map((agentId) => promptsOf(cluster, agentId)));
    expect(sent).toEqual(expected);
  }
  stopping.abort();
  await killing;
  console.log(`${rounds} rounds, ${kills} kills`);
  expect(kills).toBeGreaterThan(rounds / 20);

  // Both browsers show the same queue.
  const agentId = `bc-${randomUUID()}`;
  const prompts = await fillQueue(agentId, browsers);
  for (const page of pages) {
    await page.goto(`${cluster.webUrl}/agents/${agentId}`);
    await expect(page.getByText(prompts.at(-1)?.split("\n")[1] ?? "").first()).toBeVisible();
  }
});
