import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/run";
import { listPendingRequests } from "@/lib/contract/pools/list-pending-requests";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { chaosPlan } from "@/service/testing/chaos-plan";
import { seededNumbers } from "@/service/testing/seeded-numbers";
import { type ChaosStage, newAgentId, setChaosStage } from "./testing/chaos-stage";
import { listAndWatch, sentinelPool } from "./testing/list-and-watch";
import { openRunLocks, type RunLocks } from "./testing/run-locks";

const { size: agents, seed } = chaosPlan("random kills of workers", { short: 8, long: 40, seed: 1 });
const pools = ["alpha", "beta"] as const;
const linesEach = 5;

let stage: ChaosStage | undefined;
let locks: RunLocks | undefined;
afterEach(async () => {
  await stage?.close();
  await locks?.close();
});

async function launchAll(on: ChaosStage, command: string): Promise<string[]> {
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

async function runOf(on: ChaosStage, id: string) {
  const agent = await on.call(getAgent, { params: { id } });
  const runId = agent?.latestRunId ?? "";
  const run = await on.call(getRun, { params: { id, runId } });
  return { runId, status: run?.status ?? "", code: run?.error?.code, message: run?.error?.message };
}

/** Waits until every agent has ended; says which have not, when it takes too long. */
async function allEnded(on: ChaosStage, ids: readonly string[]): Promise<void> {
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

/** Kills one after another, as the seed says, until `over`. */
async function killAtRandom(on: ChaosStage, random: () => number, over: () => boolean): Promise<string[]> {
  const killed: string[] = [];
  while (!over()) {
    await delay(500 + random() * 2_000);
    const victim = on.victims[Math.floor(random() * on.victims.length)];
    if (over() || !victim) break;
    killed.push(victim.name);
    await victim.killAndRestart();
  }
  return killed;
}

async function printedLines(on: ChaosStage, id: string, runId: string): Promise<number[]> {
  const response = await fetch(`${on.lines[0]?.url}/v1/agents/${id}/runs/${runId}/stream`, {
    headers: { authorization: `Bearer ${on.keys.user}` },
  });
  const deltas = (await response.text()).split("\n").filter((line) => line.includes("shell-output-delta"));
  return [...deltas.join("").matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
}

describe.runIf(process.platform === "linux")("workers and a controller under random kills", () => {
  it.each([1, 2])(
    "drain two pools on %s service(s): each agent ends, none runs twice at once, list and watch agree",
    async (services) => {
      const on = await setChaosStage({ services, pools });
      stage = on;
      const held = await openRunLocks();
      locks = held;
      const ids = await launchAll(on, held.command(linesEach, 0.1));
      let over = false;
      const killing = killAtRandom(on, seededNumbers(seed), () => over);
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
      expect(held.twice).toEqual([]);

      const outcomes = new Map<string, number>();
      for (const id of ids) {
        const { runId, status, code, message } = await runOf(on, id);
        outcomes.set(code ?? status, (outcomes.get(code ?? status) ?? 0) + 1);
        if (status !== "FINISHED") {
          expect(["worker_restarted", "worker_lost"], `${runId}: ${message}`).toContain(code ?? message);
          continue;
        }
        expect(held.begun.get(runId)).toBe(1);
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
    },
    300_000 + agents * 6_000,
  );
});
