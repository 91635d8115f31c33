import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Job } from "kubernetes-models/batch/v1";
import { Secret } from "kubernetes-models/v1";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

/** A stand-in for the Kubernetes API that records requests. */
const received: { method: string; url: string; authorization: string; body: Record<string, unknown> }[] = [];
let statusOf = (_method: string, _url: string) => 201;
const server = createServer(async (request, response) => {
  const [method = "", url = ""] = [request.method, request.url];
  const body: unknown = JSON.parse((await text(request)) || "{}");
  received.push({ method, url, authorization: request.headers.authorization ?? "", body: Object(body) });
  const answer = { message: "quota exceeded", metadata: { uid: "uid-1" }, status: { active: 1 } };
  response.writeHead(statusOf(method, url), { "content-type": "application/json" }).end(JSON.stringify(answer));
});
let account = "";

beforeAll(async () => {
  account = await mkdtemp(join(tmpdir(), "slipway-account-"));
  await writeFile(join(account, "token"), "account-token\n");
  await writeFile(join(account, "namespace"), "agents\n");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await rm(account, { recursive: true, force: true });
});
beforeEach(() => {
  received.length = 0;
  statusOf = () => 201;
});

async function runHook(extra: Record<string, string> = {}): Promise<{ code: number; errors: string }> {
  const child = spawn("deploy/kubernetes/start-worker.mjs", [], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      SERVICE_ACCOUNT_DIR: account,
      KUBERNETES_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SVC_AGENT_WORKER_ID: "Worker_1",
      SVC_WORKER_POOL_NAME: "default",
      SVC_API_ENDPOINT: "http://service:4100",
      SVC_AUTH_TOKEN: "session-token",
      ...extra,
    },
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code: Number(code), errors };
}

it("creates a Job, and a Secret with its token that is deleted with the Job", async () => {
  expect(await runHook()).toEqual({ code: 0, errors: "" });
  const [job, secret] = received;
  expect(received.map(({ method, url, authorization }) => [method, url, authorization])).toEqual([
    ["POST", "/apis/batch/v1/namespaces/agents/jobs", "Bearer account-token"],
    ["POST", "/api/v1/namespaces/agents/secrets", "Bearer account-token"],
  ]);
  const name = Object(job?.body.metadata).name;
  expect(name).toMatch(/^slipway-worker-[0-9a-f]{20}$/);
  expect(JSON.stringify(job?.body)).not.toContain("session-token");
  expect(secret?.body).toMatchObject({
    metadata: { name, ownerReferences: [{ kind: "Job", name, uid: "uid-1" }] },
    stringData: { SVC_AUTH_TOKEN: "session-token", SVC_AGENT_WORKER_ID: "Worker_1" },
  });
});

it("follows the schemas of Kubernetes", async () => {
  await runHook();
  const [job, secret] = received.map(({ body }) => body);
  new Job(Object(job)).validate();
  new Secret(Object(secret)).validate();
});

// Since 1.30, Kubernetes rejects other pods with an unmasked /proc.
it("starts a pod in a user namespace", async () => {
  await runHook();
  const { hostUsers, containers } = Object(received[0]?.body).spec.template.spec;
  expect(containers[0].securityContext.procMount).toBe("Unmasked");
  expect(hostUsers).toBe(false);
});

it("fails with the reason, and deletes the Job if it can't have its token", { tags: ["long"] }, async () => {
  statusOf = () => 403;
  expect(await runHook()).toEqual({ code: 1, errors: "couldn't create the Job: 403 quota exceeded\n" });
  statusOf = (_method, url) => (url.endsWith("/secrets") ? 403 : 201);
  expect((await runHook()).code).toBe(1);
  expect(received.at(-1)).toMatchObject({
    method: "DELETE",
    url: expect.stringContaining("propagationPolicy=Background"),
  });
});

it("reports a follow-up whose Job has ended as a lost workspace", async () => {
  statusOf = () => 404;
  expect((await runHook({ SVC_WAKE: "1" })).code).toBe(3);
  statusOf = () => 200;
  expect((await runHook({ SVC_WAKE: "1" })).code).toBe(0);
  expect(received.map(({ method }) => method)).toEqual(["GET", "GET"]);
});
