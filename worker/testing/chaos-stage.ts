import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callPath } from "@/lib/contract/client-path";
import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { Keys } from "@/lib/core/settings/keys";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { type ServiceProgram, startServiceProgram } from "@/service/testing/service-program";
import { type CuttableLine, openLine } from "./cuttable-line";
import { startProgram, startTestWorker, type TestProgram } from "./test-worker";

interface Given<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  key?: "user" | "serviceAccount";
}

/** Something that is killed with SIGKILL and started again. */
interface Victim {
  name: string;
  killAndRestart(): Promise<void>;
}

/** Services, workers and a controller as processes of their own, on one database, each behind an address that stays. */
export interface ChaosStage {
  lines: CuttableLine[];
  keys: Keys;
  victims: Victim[];
  /** Calls an operation on whichever service answers, again and again; a status in `also` counts as an answer. */
  call<O extends Operation>(
    operation: O,
    given: Given<O>,
    also?: readonly number[],
  ): Promise<ResponseOf<O> | undefined>;
  /** What the workers and the controller said. */
  logs(): string;
  close(): Promise<void>;
}

const patienceMs = 60_000;

export async function setChaosStage(options: {
  services: number;
  pools: readonly [string, string];
}): Promise<ChaosStage> {
  const folder = await mkdtemp(join(tmpdir(), "slipway-chaos-"));
  const postgres = await startTestDatabase("service");
  const environment = {
    DATA_DIR: join(folder, "data"),
    DATABASE_URL: postgres.url,
    SLIPWAY_SUPERVISED: options.services === 1 ? "1" : "0",
    ENCRYPTION_KEY: "ab".repeat(32),
    RATE_LIMIT_PER_MINUTE: "1000000",
    LOG_LEVEL: "warn",
  };
  const services: ServiceProgram[] = [];
  const lines: CuttableLine[] = [];
  for (let count = 0; count < options.services; count += 1) {
    const service = await startServiceProgram(environment);
    services.push(service);
    lines.push(await openLine(service.ready.url));
  }
  const keys = Keys.parse(JSON.parse(await readFile(join(folder, "data", "keys.json"), "utf8")));
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) throw new Error("there is no service");

  const programs: TestProgram[] = [];
  const said: TestProgram[] = [];
  const remember = <P extends TestProgram>(program: P): P => {
    said.push(program);
    return program;
  };
  const worker = async (pool: string, line: CuttableLine) =>
    remember(
      await startTestWorker(["--pool", pool, "--worker-id", `static-${pool}`, "--worker-dir", folder], {
        cwd: folder,
        env: { SVC_API_ENDPOINT: line.url, SVC_API_KEY: keys.serviceAccount },
      }),
    );

  const hook = join(folder, "spawn.sh");
  const slipway = join(process.cwd(), "scripts", "slipway.mjs");
  const start = `"${process.execPath}" "${slipway}" worker --worker-dir "${folder}" --idle-release-timeout 1 start`;
  const text = `#!/bin/sh\n${start} >/dev/null 2>>"${folder}/spawned.log" &\necho $! >> "${folder}/pids"\n`;
  await writeFile(hook, text);
  await chmod(hook, 0o755);
  const [alpha, beta] = options.pools;
  const controller = async () =>
    remember(
      startProgram(["controller", "--spawn", hook, "--pool", beta, "--session-token"], {
        cwd: folder,
        env: { SVC_API_ENDPOINT: last.url, SVC_API_KEY: keys.serviceAccount },
      }),
    );

  const victims: Victim[] = [];
  const program = async (name: string, launch: () => Promise<TestProgram>) => {
    const index = programs.push(await launch()) - 1;
    victims.push({
      name,
      async killAndRestart() {
        await programs[index]?.end("SIGKILL");
        programs[index] = await launch();
      },
    });
  };
  await program(`worker of ${alpha}`, () => worker(alpha, first));
  await program(`worker of ${beta}`, () => worker(beta, last));
  await program("controller", controller);
  for (const [index, line] of lines.entries()) {
    victims.push({
      name: `service ${index}`,
      async killAndRestart() {
        services[index]?.assertAlive();
        await services[index]?.kill();
        const next = await startServiceProgram(environment);
        services[index] = next;
        line.lead(next.ready.url);
      },
    });
  }

  return {
    lines,
    keys,
    victims,
    async call(operation, given, also = []) {
      const deadline = Date.now() + patienceMs;
      for (let turn = 0; ; turn += 1) {
        const line = lines[turn % lines.length] ?? first;
        const key = given.key === "serviceAccount" ? keys.serviceAccount : keys.user;
        const response = await fetch(`${line.url}${callPath(operation, given.params, given.query)}`, {
          method: operation.method,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
          ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
        }).catch(() => undefined);
        if (response?.status === operation.success) {
          return operation.response.parse(await response.json()) as ResponseOf<typeof operation>;
        }
        if (response && also.includes(response.status)) return undefined;
        if (response && response.status < 500) {
          throw new Error(`${operation.id} answered ${response.status}: ${await response.text()}`);
        }
        if (Date.now() > deadline) throw new Error(`no service answered ${operation.id}`);
        await delay(100);
      }
    },
    logs: () => said.map((each) => each.errors()).join(""),
    async close() {
      for (const each of programs) await each.end("SIGKILL");
      const pids = await readFile(join(folder, "pids"), "utf8").catch(() => "");
      for (const pid of pids.split("\n").filter(Boolean)) {
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch {
          // It ended by itself.
        }
      }
      for (const service of services) await service.kill();
      for (const line of lines) await line.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** An agent id of the caller's own, so that a create may be repeated. */
export const newAgentId = () => `bc-${randomUUID()}`;
