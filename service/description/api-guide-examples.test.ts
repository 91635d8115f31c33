import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { App } from "@/lib/contract/hosting/apps/app";
import { getAuthenticatedApp } from "@/lib/contract/hosting/apps/get-authenticated-app";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { pingWebhook } from "@/lib/contract/hosting/webhooks/ping-webhook";
import { maxAppJwtLifetimeSeconds } from "../hosting/apps/app-jwt";
import { addApp, keyIdOf, type TestApp } from "../hosting/installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../hosting/pulls/testing/pull-fixture";
import { type ApiGuide, codeIn, readApiGuide } from "./testing/api-guide";
import { type SignedDelivery, signedDeliveries } from "./testing/signed-deliveries";

const execute = promisify(execFile);
let hosted: PullRequests;
let guide: ApiGuide;
/** A folder with the files of the guide. */
let folder = "";

beforeAll(async () => {
  hosted = await startPullRequests({ WEBHOOK_LOCAL_RECEIVERS: "1" });
  guide = await readApiGuide();
  folder = await mkdtemp(join(tmpdir(), "slipway-api-guide-"));
  for (const { file, code } of guide.blocks) if (file !== "") await writeFile(join(folder, file), code);
});
afterAll(async () => {
  await hosted.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ ...process.env, SERVICE_URL: hosted.test.url, PORT: "0" });

/** Runs a program in the folder. Returns what it prints. */
async function output(program: string, ...args: readonly string[]): Promise<string> {
  return (await execute(program, args, { cwd: folder, env: environment() })).stdout.trim();
}

/** Runs JavaScript that imports the guide's files. Returns what it prints. */
const node = (script: string, ...args: readonly string[]) =>
  output(process.execPath, "--input-type=module", "--eval", script, ...args);

/** Lines of a file in the guide, without empty ones. */
const linesOf = (name: string) =>
  guide.blocks
    .find(({ file }) => file === name)
    ?.code.split("\n")
    .filter((line) => line.trim() !== "").length;

const pemOf = ({ privateKey }: TestApp) => String(privateKey.export({ format: "pem", type: "pkcs8" }));

describe("the guide's JWT of an app", () => {
  const jwtFor = (app: TestApp, seconds: number) =>
    node(
      'import { appJwt } from "./app-jwt.mjs"; console.log(appJwt(...JSON.parse(process.argv[1])));',
      JSON.stringify([app.id, pemOf(app), seconds]),
    );

  it("authenticates the app for at most the documented time", async () => {
    expect(linesOf("app-jwt.mjs")).toBeLessThanOrEqual(10);
    const app = await addApp(hosted.test);
    const [header = ""] = (await jwtFor(app, 60)).split(".");
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({ kid: keyIdOf(app.publicKey) });
    for (const seconds of [60, maxAppJwtLifetimeSeconds]) {
      const found = await hosted.test.call(getAuthenticatedApp, { key: await jwtFor(app, seconds) });
      expect(found.id).toBe(app.id);
    }
    for (const seconds of [-5, maxAppJwtLifetimeSeconds + 120]) {
      const rejected = await hosted.test.send("GET", "/v1/repohost/app", { key: await jwtFor(app, seconds) });
      expect(rejected.status).toBe(401);
    }
  });
});

describe("the guide's verification of webhooks", () => {
  /** The deliveries that a program accepts. It gets them as JSON in its last argument and prints whether each is valid. */
  async function accepted(deliveries: readonly SignedDelivery[], run: (json: string) => Promise<string>) {
    const results: unknown[] = JSON.parse(await run(JSON.stringify(deliveries)));
    return deliveries.filter((_each, index) => results[index] === true).map(({ name }) => name);
  }
  const validOf = (deliveries: readonly SignedDelivery[]) =>
    deliveries.filter(({ valid }) => valid).map(({ name }) => name);

  it("accepts only recent deliveries of the service in Node.js", async () => {
    expect(linesOf("verify-webhook.mjs")).toBeLessThanOrEqual(10);
    const script = `
      import { isFromService } from "./verify-webhook.mjs";
      const results = JSON.parse(process.argv[1]).map(({ headers, body, keys }) => isFromService(headers, Buffer.from(body), keys));
      console.log(JSON.stringify(results));`;
    const deliveries = await signedDeliveries(hosted.test.service);
    expect(await accepted(deliveries, (json) => node(script, json))).toEqual(validOf(deliveries));
  });

  it("accepts only recent deliveries of the service in Python", async (context) => {
    expect(linesOf("verify_webhook.py")).toBeLessThanOrEqual(10);
    const python = (script: string, ...args: readonly string[]) => output("python3", "-c", script, ...args);
    const isInstalled = await python("import cryptography").then(
      () => true,
      () => false,
    );
    if (!isInstalled) context.skip("python3 or its package cryptography isn't installed");
    const script = `
import json, sys
from verify_webhook import is_from_service
results = [is_from_service(each["headers"], each["body"].encode(), each["keys"]) for each in json.loads(sys.argv[1])]
print(json.dumps(results))`;
    const deliveries = await signedDeliveries(hosted.test.service);
    expect(await accepted(deliveries, (json) => python(script, json))).toEqual(validOf(deliveries));
  });

  it("names every header of a delivery", async () => {
    const [delivery] = await signedDeliveries(hosted.test.service);
    const rows = guide.table("Header | Value").map(([header = "", value = ""]) => [codeIn(header)[0], value]);
    expect(rows.map(([header]) => header)).toEqual(Object.keys(delivery?.headers ?? {}));
    const values = new Map(rows.map(([header, value = ""]) => [header, codeIn(value)[0]]));
    expect(values.get("user-agent")).toBe(delivery?.headers["user-agent"]);
  });
});

describe("the guide's receiver", () => {
  /** Starts it. `until` resolves with the first line that contains a text. */
  async function startReceiver() {
    const child = spawn(process.execPath, ["receiver.mjs"], {
      cwd: folder,
      env: environment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    const waiting = new Set<() => void>();
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      for (const wake of [...waiting]) wake();
    });
    const until = (text: string) =>
      new Promise<string>((resolve) => {
        const check = () => {
          const line = lines.find((each) => each.includes(text));
          if (line === undefined) return;
          waiting.delete(check);
          resolve(line);
        };
        waiting.add(check);
        check();
      });
    const port = /\d+$/.exec(await until("Listening"))?.[0];
    return { url: `http://127.0.0.1:${port}/webhooks`, lines, until, stop: () => child.kill() };
  }

  it("receives what the complete app causes, once, and rejects other requests", async () => {
    const receiver = await startReceiver();
    try {
      const events = ["repository.check_run.completed", "pull_request.merged"];
      const app = await addApp(hosted.test, { webhookUrl: receiver.url, events });
      const scopes = ["repository:pull_requests:read", "repository:checks:write", "repository:contents:write"];
      const installation = { appId: app.id, scopes };
      const params = { namespaceSlug: "acme" };
      await hosted.test.call(installApp, { key: hosted.test.keys.admin, params, body: installation });
      await receiver.until("installation.created evt_");
      const ping = await hosted.test.call(pingWebhook, { key: app.jwt(), body: {} });
      expect(ping).toMatchObject({ delivered: true, responseStatusCode: 204 });
      expect(await receiver.until("ping")).toBe(`ping ${ping.eventId}`);
      const signed = await signedDeliveries(hosted.test.service);
      const statuses = ["as sent", "as sent", "wrong key"].map(async (wanted) => {
        const { headers = {}, body = "" } = signed.find(({ name }) => name === wanted) ?? {};
        return (await fetch(receiver.url, { method: "POST", headers, body })).status;
      });
      expect(await Promise.all(statuses)).toEqual([204, 204, 401]);

      await hosted.branch("telemetry", { "telemetry.txt": "on\n" });
      const { number } = await hosted.open("telemetry");
      await writeFile(join(folder, "checker.pem"), pemOf(app));
      const printed = await output(
        process.execPath,
        "merge-checked.mjs",
        app.id,
        "checker.pem",
        "acme/widgets",
        number,
      );
      const pull = await hosted.test.call(getPullRequest, { params: { ...hosted.params, pullNumber: number } });
      expect(printed).toBe(`check created\nmerged ${pull.mergeCommitSha}`);
      for (const event of events) await receiver.until(event);
      expect(receiver.lines.map((line) => line.split(" ")[0]).sort()).toEqual(
        ["Listening", "installation.created", "ping", "ping", ...events].sort(),
      );
    } finally {
      receiver.stop();
    }
  });
});

describe("the guide's command that registers an app", () => {
  it("creates a key pair and an app with events and scopes", async (context) => {
    const [needs, found] = [
      ["openssl", "version"],
      ["curl", "--version"],
    ].map(([program = "", ...args]) =>
      output(program, ...args).then(
        () => true,
        () => false,
      ),
    );
    if (!(await needs) || !(await found)) context.skip("openssl or curl isn't installed");
    const command = guide.blocks.find(({ language, code }) => language === "sh" && code.includes("openssl genpkey"));
    const script = (command?.code ?? "")
      .replaceAll("http://127.0.0.1:4100", hosted.test.url)
      .replaceAll("/namespaces/demo/", "/namespaces/acme/");
    const app = App.parse(JSON.parse(await output("bash", "-ec", `KEY=${hosted.test.keys.user}\n${script}`)));
    expect(app).toMatchObject({ displayName: "Checker", events: expect.arrayContaining(["pull_request.created"]) });
    expect(app.defaultScopes).toContain("repository:checks:write");
    const { apps } = await hosted.test.call(listNamespaceApps, { params: { namespaceSlug: "acme" } });
    expect(apps.map(({ id }) => id)).toContain(app.id);
  });
});
