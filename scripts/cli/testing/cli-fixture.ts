import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { vi } from "vitest";
import { table } from "@/lib/contract/tables/service-table.generated";
import { systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { createTokenReader } from "@/lib/server/auth/token-reader";
import { checkRunBudgets } from "@/lib/server/budgets/admit-run";
import { budgetParts } from "@/lib/server/budgets/dashboard-budgets";
import { recordAudit } from "@/lib/server/db/audit";
import { createGateway } from "@/lib/server/gateway/gateway";
import { dashboardOperations } from "@/lib/server/operations/operations.generated";
import { type DashboardCalls, startDashboardCalls } from "@/lib/server/operations/testing/dashboard-calls";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { extendLaunch } from "@/lib/server/variables/extend-launch";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { runCommand } from "../main";

export interface CliFixture extends DashboardCalls {
  service: TestService;
  /** Origin of the dashboard's API. */
  url: string;
  /** Interrupts all connections to the dashboard. */
  dropConnections(): void;
  /** Makes the change of the next request, but loses its response. */
  loseNextResponse(): void;
  /** Paths of the requests that the dashboard received. */
  requests: string[];
  /** Blocks a run until it is opened. */
  gate: { closed: string; open(): Promise<void> };
}

/** The dashboard's API over HTTP, on a real service. Call it in a file that is isolated: it changes settings that are read once. */
export async function startCliFixture(): Promise<CliFixture> {
  const service = await startTestService({ DEMO: "1" });
  vi.stubEnv("DATA_DIR", service.dataDir);
  vi.stubEnv("SERVICE_PORT", new URL(service.url).port);
  const own = await startDashboardCalls();
  const requests: string[] = [];
  let gateway: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  let losesNext = false;
  const server = createAdaptorServer({
    async fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      const response = await gateway(request);
      if (!losesNext) return response;
      losesNext = false;
      return Response.json({ error: { code: "upstream_timeout", message: "No response." } }, { status: 504 });
    },
    // Test files share the globals.
    overrideGlobalObjects: false,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = createGateway({
    operations: table,
    own: dashboardOperations,
    service: dashboardService(),
    webUrl: url,
    user: async () => undefined,
    tokenUser: createTokenReader({ store: async () => own.store, clock: systemClock }),
    recordAudit: (entry) => recordAudit(own.store, entry),
    extendWrite: (write) => extendLaunch(variableParts, write),
    admit: async (call) => checkRunBudgets(await budgetParts(), call),
    log: createLog({ program: "test", level: "silent" }),
    shutdown: new AbortController().signal,
  });
  const dropConnections = () => "closeAllConnections" in server && server.closeAllConnections();
  return {
    ...own,
    service,
    url,
    requests,
    dropConnections,
    loseNextResponse() {
      losesNext = true;
    },
    gate: {
      closed: '[ ! -e "$TMPDIR/gate" ]',
      async open() {
        const workspaces = join(service.dataDir, "workspaces");
        for (const agent of await readdir(workspaces)) {
          await writeFile(join(workspaces, agent, "tmp", "gate"), "").catch(() => undefined);
        }
      },
    },
    async stop() {
      dropConnections();
      server.close();
      await own.stop();
      await service.close();
      vi.unstubAllEnvs();
    },
  };
}

export interface RunningCommand {
  /** What it has printed so far. */
  output(): string;
  error(): string;
  /** Ctrl-C. */
  interrupt(): void;
  exit: Promise<{ code: number; output: string; error: string }>;
}

/** Starts a command in this process. */
export function startCommand(
  args: readonly string[],
  { environment, input = "" }: { environment: Record<string, string>; input?: string },
): RunningCommand {
  const interrupted = new AbortController();
  const printed = { output: "", error: "" };
  const code = runCommand(args, environment, {
    write: (text) => {
      printed.output += text;
    },
    note: (text) => {
      printed.error += `${text}\n`;
    },
    read: async () => input,
    signal: interrupted.signal,
  });
  return {
    output: () => printed.output,
    error: () => printed.error,
    interrupt: () => interrupted.abort(),
    exit: code.then((code) => ({ code, ...printed })),
  };
}

/** Starts a command in its own process. */
export function spawnCommand(args: readonly string[], environment: Record<string, string>): RunningCommand {
  const child = spawn(process.execPath, [resolve("scripts", "slipway.mjs"), ...args], {
    env: { ...process.env, ...environment },
  });
  const printed = { output: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    printed.output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    printed.error += chunk.toString();
  });
  child.stdin.end();
  return {
    output: () => printed.output,
    error: () => printed.error,
    interrupt: () => child.kill("SIGINT"),
    exit: once(child, "close").then(([code]) => ({ code: Number(code), ...printed })),
  };
}
