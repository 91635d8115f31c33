import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { buildPath } from "@/lib/contract/build-path";
import type { BodyInputOf, Operation, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { parseResponse } from "@/lib/contract/parse-response";
import { type Clock, systemClock } from "@/lib/core/clock";
import { createLog } from "@/lib/core/log";
import { Keys } from "@/lib/core/settings/keys";
import { readSettings } from "@/lib/core/settings/settings";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { executeRun as executeHere } from "@/runner/execute-run";
import type { ExecuteRun } from "@/runner/run/run-spec";
import type { Service } from "../service";
import { type RunningService, startService } from "../start";

export interface Frame {
  id?: string;
  event: string;
  data: unknown;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface TestService {
  url: string;
  keys: Keys;
  service: Service;
  /** Settles once the pull requests of the demo are complete, with `DEMO`. */
  demoPulls: RunningService["demoPulls"];
  /** Git over SSH, if `SSH_PORT` is set. */
  ssh: RunningService["ssh"];
  dataDir: string;
  /** Sends a request as the first user, unless `key` is given; `key: null` sends no credentials. Objects are sent as JSON. */
  send(method: string, path: string, options?: SendOptions): Promise<ApiResponse>;
  /** Calls an operation as the first user and parses the response. Throws on an error status. */
  call<O extends Operation>(operation: O, input?: CallOptions<O>): Promise<ResponseOf<O>>;
  /** Reads a run's stream to the end, or until `until` returns true. */
  stream(agentId: string, runId: string, options?: StreamOptions): Promise<Frame[]>;
  /** Stops the service and starts it again on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface SendOptions {
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
}

interface CallOptions<O> {
  params?: Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  key?: string;
}

interface StreamOptions {
  lastEventId?: string;
  until?: (frame: Frame) => boolean;
}

function search(query: unknown): string {
  const pairs = Object.entries(typeof query === "object" && query !== null ? query : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => (each === undefined ? [] : [[name, String(each)]])),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
}

export async function readResponse(response: Response): Promise<ApiResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** No rate limits and no sandbox. Tests of the limits, and of what an agent can reach, set their own values. */
const testEnvironment = {
  SERVICE_PORT: "0",
  DEMO: "0",
  SANDBOX: "none",
  REPOHOST_POINTS_PER_MINUTE: "999999999",
  GIT_REQUESTS_PER_MINUTE: "999999999",
  RUNS_PER_MINUTE: "999999999",
};

/** A real service on a real database and real git, for one test file. Executes runs in this process by default. */
export async function startTestService(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
  executeRun: ExecuteRun = executeHere,
): Promise<TestService> {
  const { DATABASE_URL: configuredUrl } = environment;
  const postgres =
    configuredUrl === undefined ? await startTestDatabase("service") : { url: configuredUrl, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-service-"));
  const settings = readSettings({ ...testEnvironment, DATA_DIR: dataDir, ...environment });
  const log = createLog({ program: "test", level: process.env.TEST_LOG_LEVEL ?? "silent" });
  const start = () => startService({ settings, databaseUrl: postgres.url, exclusive: true, executeRun, log, clock });
  let running = await start();
  const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8")));

  const test: TestService = {
    get url() {
      return running.url;
    },
    get service() {
      return running.service;
    },
    get demoPulls() {
      return running.demoPulls;
    },
    get ssh() {
      return running.ssh;
    },
    keys,
    dataDir,
    async send(method, path, { key = keys.user, headers = {}, body } = {}) {
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return readResponse(response);
    },
    async call(operation, { params, query, body, key } = {}) {
      const path = `${buildPath(operation.path, params ?? {})}${search(query)}`;
      const response = await test.send(operation.method, path, {
        ...(key === undefined ? {} : { key }),
        ...(body === undefined ? {} : { body }),
      });
      if (response.status !== operation.success) {
        throw new Error(`${operation.id} returned ${response.status}: ${JSON.stringify(response.body)}`);
      }
      return parseResponse(operation, response.status === 204 ? undefined : response.body);
    },
    async stream(agentId, runId, { lastEventId, until } = {}) {
      const abort = new AbortController();
      const response = await fetch(`${running.url}/v1/agents/${agentId}/runs/${runId}/stream`, {
        signal: abort.signal,
        headers: {
          authorization: `Bearer ${keys.user}`,
          accept: "text/event-stream",
          ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        },
      });
      if (!response.ok || !response.body) throw new Error(`the stream returned ${response.status}`);
      const frames: Frame[] = [];
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
      for await (const { id, event = "", data } of events) {
        const frame: Frame = { ...(id === undefined ? {} : { id }), event, data: JSON.parse(data) };
        frames.push(frame);
        if (until?.(frame)) {
          abort.abort();
          break;
        }
      }
      return frames;
    },
    async restart() {
      await running.close();
      running = await start();
    },
    async close() {
      await running.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return test;
}
