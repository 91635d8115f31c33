import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callPath } from "@/lib/contract/client-path";
import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { parseResponse } from "@/lib/contract/parse-response";
import { Keys } from "@/lib/core/settings/keys";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { type ServiceProgram, startServiceProgram } from "@/service/testing/service-program";
import { openProxy, type TcpProxy } from "./tcp-proxy";
import { startProgram, startTestWorker, type TestProgram } from "./test-worker";

interface CallInput<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  key?: "user" | "serviceAccount";
}

/** A process that tests kill with SIGKILL and restart. */
interface ChaosTarget {
  name: string;
  killAndRestart(): Promise<void>;
}

/** Services, workers and a controller as child processes on one database. Each service has a stable proxy address. */
export interface ChaosCluster {
  proxies: TcpProxy[];
  keys: Keys;
  targets: ChaosTarget[];
  /** Calls an operation on any service, retrying until one responds. Statuses in `also` are accepted too. */
  call<O extends Operation>(
    operation: O,
    input: CallInput<O>,
    also?: readonly number[],
  ): Promise<ResponseOf<O> | undefined>;
  /** Logs of the workers and the controller. */
  logs(): string;
  close(): Promise<void>;
}

const timeoutMs = 60_000;

export async function startChaosCluster(options: {
  services: number;
  pools: readonly [string, string];
}): Promise<ChaosCluster> {
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
  const proxies: TcpProxy[] = [];
  for (let count = 0; count < options.services; count += 1) {
    const service = await startServiceProgram(environment);
    services.push(service);
    proxies.push(await openProxy(service.ready.url));
  }
  const keys = Keys.parse(JSON.parse(await readFile(join(folder, "data", "keys.json"), "utf8")));
  const [first] = proxies;
  const last = proxies.at(-1);
  if (!first || !last) throw new Error("no service was started");

  const programs: TestProgram[] = [];
  const allPrograms: TestProgram[] = [];
  const remember = <P extends TestProgram>(program: P): P => {
    allPrograms.push(program);
    return program;
  };
  const worker = async (pool: string, proxy: TcpProxy) =>
    remember(
      await startTestWorker(["--pool", pool, "--worker-id", `static-${pool}`, "--worker-dir", folder], {
        cwd: folder,
        // The run locks listen on loopback, which a sandbox hides.
        env: { SVC_API_ENDPOINT: proxy.url, SVC_API_KEY: keys.serviceAccount, SANDBOX: "none" },
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
        env: { SVC_API_ENDPOINT: last.url, SVC_API_KEY: keys.serviceAccount, SANDBOX: "none" },
      }),
    );

  const targets: ChaosTarget[] = [];
  const addTarget = async (name: string, launch: () => Promise<TestProgram>) => {
    const index = programs.push(await launch()) - 1;
    targets.push({
      name,
      async killAndRestart() {
        await programs[index]?.end("SIGKILL");
        programs[index] = await launch();
      },
    });
  };
  await addTarget(`worker of ${alpha}`, () => worker(alpha, first));
  await addTarget(`worker of ${beta}`, () => worker(beta, last));
  await addTarget("controller", controller);
  for (const [index, proxy] of proxies.entries()) {
    targets.push({
      name: `service ${index}`,
      async killAndRestart() {
        services[index]?.assertAlive();
        await services[index]?.kill();
        const next = await startServiceProgram(environment);
        services[index] = next;
        proxy.retarget(next.ready.url);
      },
    });
  }

  return {
    proxies,
    keys,
    targets,
    async call(operation, input, also = []) {
      const deadline = Date.now() + timeoutMs;
      for (let attempt = 0; ; attempt += 1) {
        const proxy = proxies[attempt % proxies.length] ?? first;
        const key = input.key === "serviceAccount" ? keys.serviceAccount : keys.user;
        const response = await fetch(`${proxy.url}${callPath(operation, input.params, input.query)}`, {
          method: operation.method,
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        }).catch(() => undefined);
        if (response?.status === operation.success) {
          return parseResponse(operation, await response.json());
        }
        if (response && also.includes(response.status)) return undefined;
        if (response && response.status < 500) {
          throw new Error(`${operation.id} returned ${response.status}: ${await response.text()}`);
        }
        if (Date.now() > deadline) throw new Error(`no service responded to ${operation.id}`);
        await delay(100);
      }
    },
    logs: () => allPrograms.map((each) => each.errors()).join(""),
    async close() {
      for (const each of programs) await each.end("SIGKILL");
      const pids = await readFile(join(folder, "pids"), "utf8").catch(() => "");
      for (const pid of pids.split("\n").filter(Boolean)) {
        try {
          process.kill(Number(pid), "SIGKILL");
        } catch {
          // It has already exited.
        }
      }
      for (const service of services) await service.kill();
      for (const proxy of proxies) await proxy.close();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A client-generated agent id, so that creating the agent can be retried. */
export const newAgentId = () => `bc-${randomUUID()}`;
