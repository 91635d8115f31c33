import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, beforeEach } from "vitest";
import { z } from "zod";
import { defineOperation } from "@/lib/contract/define-operation";
import { table } from "@/lib/contract/tables/service-table.generated";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import type { User } from "@/lib/server/auth/session-reader";
import type { AuditEntry } from "@/lib/server/db/audit";
import type { Credentials } from "@/lib/server/upstream/client/service";
import { implementOperation, OperationError } from "../dashboard-operation";
import { createGateway } from "../gateway";
import type { Write } from "../perform-call";

export const webUrl = "http://127.0.0.1:3000";
export const operator: User = {
  id: "11111111-1111-4111-8111-111111111111",
  email: "o@x",
  name: "O",
  role: "operator",
  sessionId: "22222222-2222-4222-8222-222222222222",
};

export const own = { origin: webUrl, "sec-fetch-site": "same-origin", "content-type": "application/json" };

interface ReceivedRequest {
  request: IncomingMessage;
  body: Buffer;
}

const rename = defineOperation({
  id: "rename",
  summary: "Rename",
  method: "POST",
  path: "/dashboard/names/{id}",
  pathParams: z.object({ id: z.string() }),
  query: z.object({}),
  body: z.object({ name: z.string().trim().min(1, "is empty") }),
  response: z.object({ name: z.string() }),
  family: "dashboard",
  credentials: [],
  role: "operator",
});
const describeAgent = defineOperation({
  id: "describeAgent",
  summary: "Describe an agent",
  method: "GET",
  path: "/dashboard/agents/{agentId}/text",
  pathParams: z.object({ agentId: z.string() }),
  query: z.object({}),
  response: z.object({ text: z.string() }),
  family: "dashboard",
  credentials: [],
});
const dashboardOperations = [
  implementOperation(describeAgent, async ({ params: { agentId } }) => ({ text: `About ${agentId}` })),
  implementOperation(rename, async ({ params, body, user: { email } }) => {
    if (params.id === "missing")
      throw new OperationError({ status: 404, code: "name_not_found", message: "Name not found." });
    if (params.id === "broken") throw new Error("internal secret");
    return { name: `${params.id}:${body.name}:${email}` };
  }),
];

/** A gateway in front of a stub service. Each test starts with a new one. */
export class TestGateway {
  /** Requests the stub has received. */
  readonly received: ReceivedRequest[] = [];
  readonly audit: AuditEntry[] = [];
  /** Writes that were sent to the service, with their parsed results. */
  readonly written: (Omit<Write, "result"> & { result: unknown })[] = [];
  auditFails = false;
  user: User | undefined = operator;
  credentials: Credentials = { authorization: async ({ actsAs }) => `Bearer key-of-${actsAs}` };
  /** Sends the stub's responses. */
  respond = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  readonly shutdown = new AbortController();
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    this.received.push({ request, body: Buffer.concat(chunks) });
    this.respond(response);
  });
  #base = "";

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.#base = `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.shutdown.abort();
    this.#server.closeAllConnections();
    await this.stopService();
  }

  stopService(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  gateway(prefix = "/v1/repohost") {
    return createGateway({
      operations: table,
      own: dashboardOperations,
      agentProblem: async ({ email }, id) =>
        id === "hidden" ? { status: 404, code: "agent_not_found", message: `${email}: not found` } : undefined,
      service: {
        address: { base: this.#base, repohostPrefix: prefix },
        credentials: this.credentials,
        clock: systemClock,
        ids: systemIds,
      },
      webUrl,
      user: async () => this.user,
      recordAudit: async (entry) => {
        if (this.auditFails) throw new Error("down");
        this.audit.push(entry);
      },
      onWrite: async (write) => {
        this.written.push({ ...write, result: await write.result() });
      },
      log: createLog({ program: "test", level: "silent" }),
      shutdown: this.shutdown.signal,
    });
  }
}

/** Starts a gateway before each test and stops it afterward. */
export function setUpGateway() {
  let current = new TestGateway();
  beforeEach(async () => {
    current = new TestGateway();
    await current.start();
  });
  afterEach(() => current.stop());
  const call = (path: string, init: RequestInit = {}, prefix?: string, gateway = current.gateway(prefix)) => {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", "127.0.0.1:3000");
    return gateway(new Request(`${webUrl}${path}`, { ...init, headers }));
  };
  return {
    /** The current test's gateway. */
    proxy: () => current,
    call,
    post: (path: string, body?: string, headers: Record<string, string> = own) =>
      call(path, { method: "POST", headers, ...(body === undefined ? {} : { body }) }),
  };
}
