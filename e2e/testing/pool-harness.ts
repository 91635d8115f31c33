import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { Keys } from "@/lib/core/settings/keys";

/** The service that workers connect to: the embedded one or a separate one. */
export interface ServiceUnderTest {
  serviceUrl: string;
  keys: Keys;
}

export interface LaunchedAgent {
  id: string;
  runId: string;
}

/** A program started by a test, in its own process group. */
export interface ChildProgram {
  output(): string;
  /** Kills the process group and resolves once the program has exited. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

interface PendingList {
  requests: { id: string; labels: { key: string; value: string }[] }[];
  nextPageToken?: string;
}

const root = "/v0/private-workers";
/** A prompt that runs until it is canceled, or longer than any test. */
export const busy = "```sh\nfor i in $(seq 600); do sleep 1; done\n```";

/** Pools, agents and real workers of one test. `stop` removes all of them. */
export class PoolHarness {
  readonly #started: ChildProgram[] = [];
  readonly #agents: LaunchedAgent[] = [];
  readonly #pools: string[] = [];
  #folder: Promise<string> | undefined;

  constructor(private readonly service: ServiceUnderTest) {}

  /** The directory of the workers' files. */
  folder(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), "slipway-e2e-worker-"));
    return this.#folder;
  }

  async send(method: string, path: string, body?: object, key = this.service.keys.serviceAccount): Promise<Response> {
    return fetch(`${this.service.serviceUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Like `send`, but expects success and returns the body. */
  async call<Body>(method: string, path: string, body?: object, key?: string): Promise<Body> {
    const response = await this.send(method, path, body, key);
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return JSON.parse(text || "{}");
  }

  async register(poolName: string, workerReadyTimeoutSeconds = 0): Promise<void> {
    this.#pools.push(poolName);
    await this.call("POST", `${root}/pools`, { scope: "team", poolName, workerReadyTimeoutSeconds });
  }

  /** Sends an agent to a pool. */
  async launch(pool: string, text = "Say hello.", name?: string): Promise<LaunchedAgent> {
    const body = { prompt: { text }, env: { type: "pool", name: pool }, ...(name === undefined ? {} : { name }) };
    const { agent, run } = await this.call<{ agent: { id: string }; run: { id: string } }>(
      "POST",
      "/v1/agents",
      body,
      this.service.keys.user,
    );
    const launched = { id: agent.id, runId: run.id };
    this.#agents.push(launched);
    return launched;
  }

  async followUp({ id }: LaunchedAgent, text = "And again."): Promise<LaunchedAgent> {
    const { user } = this.service.keys;
    const { run } = await this.call<{ run: { id: string } }>(
      "POST",
      `/v1/agents/${id}/runs`,
      { prompt: { text } },
      user,
    );
    return { id, runId: run.id };
  }

  async cancel({ id, runId }: LaunchedAgent): Promise<void> {
    await this.call("POST", `/v1/agents/${id}/runs/${runId}/cancel`, undefined, this.service.keys.user);
  }

  statusOf({ id, runId }: LaunchedAgent): Promise<string> {
    return this.call<{ status: string }>(
      "GET",
      `/v1/agents/${id}/runs/${runId}`,
      undefined,
      this.service.keys.user,
    ).then(({ status }) => status);
  }

  async waitForStatus(agent: LaunchedAgent, status: string): Promise<void> {
    await expect.poll(() => this.statusOf(agent)).toBe(status);
  }

  /** Ids of the waiting agents, in the service's order. */
  async waiting(pool?: string): Promise<string[]> {
    const ids: string[] = [];
    let pageToken: string | undefined;
    do {
      const query = new URLSearchParams({ limit: "100", ...(pageToken ? { pageToken } : {}) });
      const page: PendingList = await this.call("GET", `${root}/pending-requests?${query}`);
      const matching = page.requests.filter(
        ({ labels }) => pool === undefined || labels.some(({ key, value }) => key === "pool" && value === pool),
      );
      ids.push(...matching.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken);
    return ids;
  }

  async connected(): Promise<string[]> {
    const { workers } = await this.call<{ workers: { workerId: string }[] }>("GET", `${root}?limit=100`);
    return workers.map(({ workerId }) => workerId);
  }

  /** Deletes the waiting agents that other tests left behind. */
  async emptyQueue(): Promise<void> {
    for (const id of await this.waiting()) {
      await this.call("DELETE", `/v1/agents/${id}`, undefined, this.service.keys.user);
    }
  }

  /** Runs a shell command in the project's root, without the `SVC_` variables of the environment. */
  shell(command: string, environment: Readonly<Record<string, string>> = {}): ChildProgram {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("SVC_"));
    const child = spawn("/bin/sh", ["-c", command], {
      env: { NODE_ENV: "production", ...Object.fromEntries(inherited), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const started = childProgram(child);
    this.#started.push(started);
    return started;
  }

  /** Starts a worker and resolves once the service lists it. */
  async worker(
    pool: string,
    workerId: string,
    options = "",
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ChildProgram> {
    const dir = await this.folder();
    const started = this.shell(
      `exec node scripts/slipway.mjs worker --pool '${pool}' --worker-id ${workerId} --worker-dir '${dir}' ${options} start`,
      { SVC_API_KEY: this.service.keys.serviceAccount, SVC_API_ENDPOINT: this.service.serviceUrl, ...environment },
    );
    await this.waitUntilConnected(workerId, started);
    return started;
  }

  /** Starts a controller that starts workers on this machine. The workers exit after one idle second. */
  async controller(pool: string): Promise<ChildProgram> {
    const dir = await this.folder();
    const spawn = join(dir, "spawn.sh");
    const worker = `node '${join(process.cwd(), "scripts", "slipway.mjs")}' worker --worker-dir '${dir}' --idle-release-timeout 1`;
    // The controller starts each worker in its own process group.
    const program = `#!/bin/sh\necho $$ >> '${join(dir, "groups")}'\n${worker} start > /dev/null 2>&1 &\n`;
    await writeFile(spawn, program, { mode: 0o755 });
    return this.shell(
      `exec node scripts/slipway.mjs controller --spawn '${spawn}' --pool '${pool}' --state-dir '${join(dir, "state")}'`,
      { SVC_API_KEY: this.service.keys.serviceAccount, SVC_API_ENDPOINT: this.service.serviceUrl },
    );
  }

  /** Crashes every worker that a controller started. */
  async crashSpawned(): Promise<void> {
    const groups = await readFile(join(await this.folder(), "groups"), "utf8").catch(() => "");
    for (const group of groups.split("\n").filter(Boolean)) {
      try {
        process.kill(-Number(group), "SIGKILL");
      } catch {
        // Already exited.
      }
    }
  }

  async waitUntilConnected(workerId: string, started: ChildProgram): Promise<void> {
    await expect
      .poll(() => this.connected(), { message: started.output() })
      .toEqual(expect.arrayContaining([workerId]));
  }

  async waitUntilDisconnected(workerId: string): Promise<void> {
    await expect.poll(() => this.connected()).not.toContain(workerId);
  }

  async stop(): Promise<void> {
    const { user } = this.service.keys;
    await Promise.all(this.#agents.map(({ id }) => this.send("DELETE", `/v1/agents/${id}`, undefined, user)));
    await Promise.all(this.#started.map((each) => each.end()));
    if (this.#folder) await this.crashSpawned();
    for (const name of this.#pools) {
      await this.send("DELETE", `${root}/pools?scope=team&pool_name=${encodeURIComponent(name)}`);
    }
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function childProgram(child: ChildProcess): ChildProgram {
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const exited = once(child, "exit");
  return {
    output: () => output,
    async end(signal = "SIGKILL") {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
        process.kill(-child.pid, signal);
      }
      await exited;
    },
  };
}
