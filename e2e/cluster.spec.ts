import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { readReference } from "@/git/refs/references";
import { createRepositoryStore } from "@/git/repository-store";
import { runGit } from "@/git/run-git";
import { nginx } from "@/scripts/testing/reverse-proxies";
import { seededRandom } from "../lib/core/testing/seeded-random";
import { chaosPlan } from "../service/testing/chaos-plan";
import { openRunLocks } from "../worker/testing/run-locks";
import { test as base, expect } from "./testing/app";
import { type Cluster, startCluster } from "./testing/cluster";
import {
  apiClient,
  browserClient,
  type Client,
  commitUntil,
  followRun,
  hosting,
  launchInPool,
  launchUntil,
  saveViewsUntil,
} from "./testing/cluster-load";
import { PoolHarness } from "./testing/pool-harness";

/** `npm run test:cluster` kills 50 times. */
const { size: kills, seed, isLong } = chaosPlan("load balancer", { short: 4, long: 50, seed: 20_261_124 });
const roundMs = 1_500;
const branches = ["writer-0", "writer-1"];

const test = base.extend<object, { cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here.
    async ({}, use) => {
      // The run locks listen on loopback, which a sandbox hides.
      const cluster = await startCluster({ settings: { SANDBOX: "none", RUNS_PER_MINUTE: "100000" } });
      await use(cluster);
      await cluster.stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});

async function lastLine(page: Page): Promise<number> {
  const text = await page.getByRole("region", { name: "Transcript" }).innerText();
  return Number([...text.matchAll(/^line-([0-9]+)$/gm)].at(-1)?.[1] ?? 0);
}

async function sendCookies(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Waits for the run of an agent to end. Returns it. */
async function ended(client: Client, id: string) {
  let found: { id: string; status: string } | undefined;
  await expect
    .poll(
      async () => {
        const reply = await client.send("GET", `/v1/agents/${id}/runs`);
        found = Object(reply?.body).items?.[0];
        return found?.status;
      },
      // Runs of a killed service end when their lease, of a minute, expires.
      { message: id, timeout: 180_000, intervals: [200] },
    )
    .toMatch(/^(FINISHED|ERROR|CANCELLED)$/);
  if (!found) throw new Error(`${id} has no run`);
  // The list has no errors.
  const { error } = Object(await client.untilDone("GET", `/v1/agents/${id}/runs/${found.id}`));
  return { ...found, error };
}

test.skip(!nginx || !isLong, "needs nginx, and takes minutes: npm run test:cluster");
test.setTimeout(400_000 + kills * 30_000);

test(`two services and two dashboards behind a load balancer survive ${kills} kills`, { tag: "@long" }, async ({
  page,
  cluster,
}) => {
  const { keys, programs, dataDir, webUrl } = cluster;
  const random = seededRandom(seed);
  const user = apiClient(cluster, keys.user);
  const locks = await openRunLocks();
  const work = new PoolHarness(cluster);
  const gate = join(dataDir, "gate");
  const until = new AbortController();

  await page.goto((await cluster.slipway("sign-in")).output.trim());
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const browser = browserClient(cluster, await sendCookies(page));

  const store = createRepositoryStore(dataDir);
  const repository = store.path((await store.list())[0] ?? "");
  const sha = await readReference(repository, "refs/heads/main");
  for (const branch of branches) {
    await user.untilDone("POST", `${hosting}/git/refs`, { ref: `heads/${branch}`, sha });
  }
  await work.register("steady", 600);
  // The runs of one worker, and the one the page shows, on another.
  const isolation = { SANDBOX: "none" };
  await work.worker("steady", "steady-1", "", isolation);
  await work.register("watched", 600);
  await work.worker("watched", "watched-1", "", isolation);

  const watchedCommand = locks
    .command(1, 0)
    .replace("for i in $(seq 1 1)", `i=0; while [ ! -e ${gate} ]`)
    .replace("do echo line-$i; sleep 0", "do i=$((i+1)); echo line-$i; sleep 0.5");
  const watched = await launchInPool(user, "watched", `\`\`\`sh\n${watchedCommand}\n\`\`\``);
  await page.goto(`${webUrl}/agents/${watched.id}`);
  await expect.poll(() => lastLine(page)).toBeGreaterThan(2);

  const repos = [{ url: `${cluster.serviceUrl}/demo/orders` }];
  const cloudText = `\`\`\`sh\n${locks.command(2, 0.2)}; echo run >> run.txt\n\`\`\``;
  const writing = Promise.all(branches.map((branch) => commitUntil(until.signal, user, repository, branch)));
  const saving = saveViewsUntil(until.signal, browser);
  const launching = launchUntil(until.signal, browser, { prompt: { text: cloudText }, repos });
  const following = followRun(cluster, watched);
  const streaming = (async () => {
    const streams: { runId: string; lines: number[]; resumed: number }[] = [];
    while (!until.signal.aborted) {
      const agent = await launchInPool(user, "steady", `\`\`\`sh\n${locks.command(20, 0.25)}\n\`\`\``);
      streams.push({ runId: agent.runId, ...(await followRun(cluster, agent)) });
    }
    return streams;
  })();

  // Each program is killed as often as the others, in random order.
  const rounds = Array.from({ length: Math.ceil(kills / programs.length) }, () =>
    [...programs].map((program) => ({ program, order: random() })).sort((a, b) => a.order - b.order),
  );
  for (const { program } of rounds.flat().slice(0, kills)) {
    await delay(roundMs / 2 + random() * roundMs);
    await program.kill();
    // The other one serves alone for a while.
    await delay(random() * roundMs);
    const seen = await lastLine(page);
    await program.start();
    await expect
      .poll(() => lastLine(page), { message: `live stream after a kill of ${program.name}` })
      .toBeGreaterThan(seen);
  }
  until.abort();
  await writeFile(gate, "");
  const [commits, views, launched, streams, shown] = [
    await writing,
    await saving,
    await launching,
    await streaming,
    await following,
  ];

  await test.step("no acknowledged write is lost", async () => {
    expect(commits.flat().length).toBeGreaterThan(kills);
    for (const [index, branch] of branches.entries()) {
      const { stdout } = await runGit(["rev-list", `refs/heads/${branch}`], { cwd: repository });
      const present = new Set(stdout.toString().split("\n"));
      expect(commits[index]?.filter((id) => !present.has(id))).toEqual([]);
    }
    const stored = Object(await browser.untilDone("GET", "/dashboard/views")).views as {
      name: string;
      query: string;
    }[];
    const values = new Map(stored.map(({ name, query }) => [name, Number(query)]));
    for (const [name, { acknowledged, sent }] of views.saved) {
      expect(values.get(name) ?? 0, name).toBeGreaterThanOrEqual(acknowledged);
      expect(values.get(name) ?? 0, name).toBeLessThanOrEqual(sent);
    }
  });

  const outcomes = new Map<string, number>();
  await test.step("no run is executed twice", async () => {
    expect(launched.length).toBeGreaterThan(0);
    for (const id of launched) {
      const { id: runId, status, error } = await ended(user, id);
      outcomes.set(error?.code ?? status, (outcomes.get(error?.code ?? status) ?? 0) + 1);
      expect(locks.starts.get(runId) ?? 0, `${id} ${status}`).toBeLessThanOrEqual(1);
      if (status === "FINISHED") expect(locks.starts.get(runId)).toBe(1);
      else expect(error?.code, `${id} ${status}`).toBe("service_restarted");
    }
    expect(Math.max(...locks.starts.values())).toBe(1);
    expect(locks.overlapping).toEqual([]);
  });

  await test.step("streams resume without a missing or repeated line", async () => {
    for (const { runId, lines } of [...streams, { runId: watched.runId, lines: shown.lines }]) {
      expect(lines, runId).toEqual(lines.map((_, index) => index + 1));
      expect(locks.starts.get(runId)).toBe(1);
    }
    for (const { lines } of streams) expect(lines).toHaveLength(20);
    await expect(page.getByText(/Run status:\s*Finished/).first()).toBeVisible();
    await expect.poll(() => lastLine(page)).toBe(shown.lines.at(-1));
  });

  await test.step("verify finds no problem", async () => {
    // Updates that a kill interrupted are completed after two minutes.
    const verify = async () => (await cluster.slipway("verify")).output;
    await expect.poll(verify, { timeout: 200_000, intervals: [2_000] }).toContain(": no problems found");
  });

  console.info(`${kills} kills, seed ${seed}:`, {
    commits: commits.flat().length,
    views: views.acknowledged,
    cloudRuns: Object.fromEntries(outcomes),
    workerRuns: streams.length + 1,
    lines: shown.lines.length,
    resumed: shown.resumed + streams.reduce((sum, { resumed }) => sum + resumed, 0),
  });
  await work.stop();
  await locks.close();
});
