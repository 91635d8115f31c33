// @module-tag long

import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/run";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { chaosPlan } from "@/service/testing/chaos-plan";
import { type ChaosCluster, newAgentId, startChaosCluster } from "./testing/chaos-cluster";
import { listAndWatch, sentinelPool } from "./testing/list-and-watch";
import { openRunLocks, type RunLocks } from "./testing/run-locks";

const { size: agents, seed } = chaosPlan("random kills of workers", { short: 4, long: 40, seed: 1 });
const pools = ["alpha", "beta"] as const;
const linesEach = 5;

let cluster: ChaosCluster | undefined;
let locks: RunLocks | undefined;
afterEach(async () => {
  await cluster?.close();
  await locks?.close();
});

async function launchAll(on: ChaosCluster, command: string): Promise<string[]> {
  for (const poolName of [...pools, sentinelPool]) {
    await on.call(registerPool, { params: {}, body: { scope: "team", poolName }, key: "serviceAccount" });
  }
  const ids: string[] = [];
  for (let index = 0; index < agents; index += 1) {
    const agentId = newAgentId();
    const name = pools[index % pools.length] ?? "alpha";
    const body = { agentId, prompt: { text: `\`\`\`sh\n${command}\n\`\`\`` }, env: { type: "pool", name } } as const;
    await on.call(createAgent, { params: {}, body }, [409]);
    ids.push(agentId);
  }
  return ids;
}

async function runOf(on: ChaosCluster, id: string) {
  const agent = await on.call(getAgent, { params: { id } });
  const runId = agent?.latestRunId ?? "";
  const run = await on.call(getRun, { params: { id, runId } });
  return { runId, status: run?.status ?? "", code: run?.error?.code, message: run?.error?.message };
}

/** Waits until every agent's run has ended. Throws with those that haven't on a timeout. */
async function allEnded(on: ChaosCluster, ids: readonly string[]): Promise<void> {
  const deadline = Date.now() + 120_000 + agents * 3_000;
  const left = new Set(ids);
  while (left.size > 0) {
    for (const id of left) {
      const { status } = await runOf(on, id);
      if (isTerminal(status)) left.delete(id);
      if (Date.now() > deadline)
        throw new Error(`${id} is still ${status}; ${left.size} have not ended\n${on.logs().slice(-6_000)}`);
    }
    await delay(200);
  }
}

/** Kills random targets until `over`. */
async function killAtRandom(on: ChaosCluster, random: () => number, over: () => boolean): Promise<string[]> {
  const killed: string[] = [];
  while (!over()) {
    await delay(500 + random() * 2_000);
    const target = on.targets[Math.floor(random() * on.targets.length)];
    if (over() || !target) break;
    killed.push(target.name);
    await target.killAndRestart();
  }
  return killed;
}

async function printedLines(on: ChaosCluster, id: string, runId: string): Promise<number[]> {
  const response = await fetch(`${on.proxies[0]?.url}/v1/agents/${id}/runs/${runId}/stream`, {
    headers: { authorization: `Bearer ${on.keys.user}` },
  });
  const deltas = (await response.text()).split("\n").filter((line) => line.includes("shell-output-delta"));
  return [...deltas.join("").matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
}

describe.runIf(process.platform === "linux")("workers and a controller under random kills", () => {
  async function drain(services: number): Promise<void> {
    const on = await startChaosCluster({ services, pools });
    cluster = on;
    const held = await openRunLocks();
    locks = held;
    const ids = await launchAll(on, held.command(linesEach, 0.1));
    let over = false;
    const killing = killAtRandom(on, seededRandom(seed), () => over);
    const comparing = (async () => {
      const rounds: { watched: string[]; listed: string[] }[] = [];
      while (!over) rounds.push(await listAndWatch(on, 1_500));
      return rounds;
    })();
    try {
      await allEnded(on, ids);
    } finally {
      over = true;
      await killing;
    }
    const rounds = await comparing;
    expect(rounds.length).toBeGreaterThan(0);
    for (const { watched, listed } of rounds) expect(watched).toEqual(listed);
    expect(held.overlapping).toEqual([]);

    const outcomes = new Map<string, number>();
    for (const id of ids) {
      const { runId, status, code, message } = await runOf(on, id);
      outcomes.set(code ?? status, (outcomes.get(code ?? status) ?? 0) + 1);
      if (status !== "FINISHED") {
        expect(["worker_restarted", "worker_lost"], `${runId}: ${message}`).toContain(code ?? message);
        continue;
      }
      expect(held.starts.get(runId)).toBe(1);
      const lines = await printedLines(on, id, runId);
      expect(lines).toEqual(Array.from({ length: linesEach }, (_, index) => index + 1));
    }
    expect(outcomes.get("FINISHED") ?? 0).toBeGreaterThan(agents / 3);
    const left = await on.call(listPendingRequests, { params: {}, key: "serviceAccount" });
    expect(left?.requests).toEqual([]);
    const kills = new Map<string, number>();
    for (const name of await killing) kills.set(name, (kills.get(name) ?? 0) + 1);
    console.info(
      `${agents} agents, seed ${seed}:`,
      Object.fromEntries(outcomes),
      kills,
      `${rounds.length} comparisons`,
    );
  }

  // Each agent's run is repeated after each kill of its worker.
  const timeout = 300_000 + agents * 6_000;
  const title = "every run ends, none runs twice concurrently, list and watch agree";
  it(`drain two pools on a service: ${title}`, { timeout }, () => drain(1));
  it(`drain two pools on two services: ${title}`, { timeout, tags: ["long"] }, () => drain(2));
});
