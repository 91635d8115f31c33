import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeHostRoot } from "../images/testing/host-image";
import type { EgressRules } from "./egress/egress-rules";
import { imageNodeFolder } from "./image-root";
import { probeSandbox } from "./probe-sandbox";
import { runCommand } from "./run-command";
import { type BlockedConnection, openRunSandbox, type RunSandbox } from "./run-sandbox";

const driver = await probeSandbox({ sandbox: "auto" });

let folder = "";
let work = "";
let canary: Server;
let canaryPort = 0;
let servicePort = 0;
let service: Server;
let sandbox: RunSandbox;
let view: "environment" | undefined;
const blocked: BlockedConnection[] = [];

async function listen(body: string): Promise<{ server: Server; port: number }> {
  const server = createHttpServer((_request, response) => response.end(body));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: address !== null && typeof address === "object" ? address.port : 0 };
}

const rules = (over: Partial<EgressRules> = {}): EgressRules => ({
  mode: "network_settings_only",
  allowlist: [],
  team: { inherited: [], blocked: [] },
  required: [{ host: "127.0.0.1", port: servicePort }],
  named: [],
  ...over,
});

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-sandbox-")));
  work = join(folder, "agent", "repos");
  await mkdir(work, { recursive: true });
  await mkdir(join(folder, "agent", "tmp"));
  await mkdir(join(folder, "other-agent"));
  await writeFile(join(folder, "keys.json"), "secret");
  await writeFile(join(folder, "other-agent", "file"), "secret");
  ({ server: canary, port: canaryPort } = await listen("canary"));
  ({ server: service, port: servicePort } = await listen("service"));
  if (driver === "none") return;
  process.env.CANARY_SECRET = "secret";
  sandbox = await openRunSandbox({
    driver,
    serviceFolder: join(folder, "agent"),
    home: work,
    temporary: join(folder, "agent", "tmp"),
    agentCommand: [],
    hidden: [folder],
    marker: "SANDBOX_TEST=1",
    egress: rules(),
    maxFileBytes: 50 * 1024 ** 2,
    onBlocked: (each) => blocked.push(each),
  });
});
afterAll(async () => {
  delete process.env.CANARY_SECRET;
  await sandbox?.close();
  canary.close();
  service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Output and exit code of a shell script inside, standard error included. */
async function inside(script: string, network: "none" | "run" = "run"): Promise<{ code: number; output: string }> {
  const { code, stdout } = await runCommand(sandbox, {
    command: ["/bin/sh", "-c", `exec 2>&1; ${script}`],
    cwd: work,
    environment: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: work, ...sandbox.proxyVariables },
    mounts: [{ path: work, access: "write" }],
    network,
    ...(view ? { view } : {}),
    maxOutputBytes: 1024 ** 2,
    timeoutMs: 60_000,
  });
  return { code, output: stdout.toString("utf8").trim() };
}

const node = () => (view ? `${imageNodeFolder}/node` : process.execPath);

const fetchInside = (url: string) =>
  inside(
    `"${node()}" -e 'fetch(process.argv[1]).then(async (r) => console.log(r.status, await r.text()), (e) => console.log("failed", e.cause?.code ?? e.message))' ${url}`,
  );
const curlInside = (args: string) => inside(`curl --silent --show-error --max-time 20 ${args}`);

const roots = ["this machine's system", "a container image"];

describe.skipIf(driver === "none").each(roots)("a run's sandbox with the files of %s", (files) => {
  beforeAll(async () => {
    if (files !== "a container image") return;
    sandbox.setImage({ root: await writeHostRoot(join(folder, "images")) });
    view = "environment";
  });

  it("shows the workspace and nothing of the service, other agents or the home folder", {
    tags: ["long"],
  }, async () => {
    await inside("echo mine > file");
    expect(await readFile(join(work, "file"), "utf8")).toBe("mine\n");
    for (const path of [
      join(folder, "keys.json"),
      join(folder, "other-agent", "file"),
      "/etc/shadow",
      "/root",
      "/home",
    ]) {
      expect((await inside(`cat ${path} || ls ${path}`)).code, path).not.toBe(0);
    }
    const { output } = await inside(`ls ${folder} ${join(folder, "agent")}`);
    expect(output).not.toContain("keys.json");
    expect(output).not.toContain("accounts");
  });

  it("hides the host's processes and their environment", async () => {
    const { output } = await inside("cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'; ls -d /proc/[0-9]* | wc -l");
    expect(output).not.toContain("CANARY_SECRET");
    expect(output).not.toContain("vitest");
    expect(Number(output.split("\n").at(-1))).toBeLessThan(10);
  });

  it("gives no privileges: no capabilities, no new ones, no devices, no mounts", async () => {
    const { output } = await inside("grep -E '^(Cap|NoNewPrivs)' /proc/self/status; id -u; id -un");
    expect(output).toMatch(/CapEff:\s+0{16}/);
    expect(output).toMatch(/CapBnd:\s+0{16}/);
    expect(output).toMatch(/NoNewPrivs:\s+1/);
    expect(output.split("\n").slice(-2)).toEqual(["1000", "ubuntu"]);
    expect((await inside("mknod device b 8 0 && cat device")).code).not.toBe(0);
    expect((await inside("mount -t tmpfs none /mnt || mount -o remount,rw /usr")).code).not.toBe(0);
  });

  it("is read-only outside the workspace", async () => {
    for (const path of ["/x", "/etc/x", "/usr/x", "/dev/x"]) {
      expect((await inside(`touch ${path}`)).code, path).not.toBe(0);
    }
    expect((await inside("echo x > /dev/null")).code).toBe(0);
  });

  it("keeps /tmp in the workspace, where it counts toward the limit", async () => {
    await inside("echo kept > /tmp/kept");
    expect(await readFile(join(folder, "agent", "tmp", "kept"), "utf8")).toBe("kept\n");
  });

  it("limits the size of a file", async () => {
    const { code } = await inside("truncate -s 51M large || head -c 60M /dev/zero > large2");
    expect(code).not.toBe(0);
  });

  it("has no route: host ports, private networks and names are unreachable", async () => {
    expect((await fetchInside(`http://127.0.0.1:${canaryPort}/`)).output).toContain("failed");
    expect((await curlInside(`--noproxy '*' http://127.0.0.1:${canaryPort}/`)).code).not.toBe(0);
    expect((await curlInside("--noproxy '*' http://169.254.169.254/")).code).not.toBe(0);
    expect((await curlInside("--noproxy '*' http://example.com/")).code).not.toBe(0);
  });

  it("can reach the service at its usual address", { tags: ["long"] }, async () => {
    expect((await fetchInside(`http://127.0.0.1:${servicePort}/`)).output).toBe("200 service");
    expect((await curlInside(`http://127.0.0.1:${servicePort}/`)).output).toBe("service");
  });

  it("E-EGRESS-06: blocks and reports every other destination, over HTTP, CONNECT and SOCKS", async () => {
    blocked.length = 0;
    const viaProxy = "--proxy http://127.0.0.1:3128 --noproxy ''";
    const first = await curlInside(`${viaProxy} http://127.0.0.1:${canaryPort}/`);
    expect(first.output).toContain("not in the allowed domains");
    expect((await curlInside(`${viaProxy} --proxytunnel http://127.0.0.1:${canaryPort}/`)).code).not.toBe(0);
    expect(
      (await curlInside(`--proxy socks5h://127.0.0.1:3128 --noproxy '' http://127.0.0.1:${canaryPort}/`)).code,
    ).not.toBe(0);
    expect((await curlInside("https://registry.npmjs.org/")).code).not.toBe(0);
    expect(blocked).toContainEqual({
      host: "registry.npmjs.org",
      port: 443,
      reason: "not in the allowed domains (network_settings_only)",
    });
    expect(blocked.filter(({ port }) => port === canaryPort).length).toBe(3);
  });

  it("E-EGRESS-03: blocks private and metadata addresses even when everything is allowed", {
    tags: ["long"],
  }, async () => {
    sandbox.setEgress(rules({ mode: "allow_all" }));
    try {
      for (const host of ["169.254.169.254", "10.0.0.1", "127.0.0.1", "[::1]", "0.0.0.0", "localhost"]) {
        const { output } = await curlInside(`--proxy http://127.0.0.1:3128 --noproxy '' http://${host}:${canaryPort}/`);
        expect(output, host).toContain("not a public address");
      }
    } finally {
      sandbox.setEgress(rules());
    }
  });

  it("can reach user-configured endpoints only at public addresses", async () => {
    sandbox.setEgress(rules({ named: [{ host: "127.0.0.1", port: canaryPort }] }));
    try {
      const { output } = await curlInside(`--proxy http://127.0.0.1:3128 --noproxy '' http://127.0.0.1:${canaryPort}/`);
      expect(output).toContain("not a public address");
    } finally {
      sandbox.setEgress(rules());
    }
  });

  it("shares loopback among the run's processes, but not with commands of the service", async () => {
    const serve = `"${node()}" -e 'require("http").createServer((q, r) => r.end("dev")).listen(8123, "127.0.0.1")' & echo $! > pid; sleep 30`;
    const server = inside(serve).catch(() => undefined);
    await expect.poll(async () => (await curlInside("http://127.0.0.1:8123/")).output).toBe("dev");
    const socket = await sandbox.connectInside(8123);
    socket.write("GET / HTTP/1.0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*dev$/);
    for (const port of [canaryPort, servicePort, 3128, 3129]) {
      await expect(sandbox.connectInside(port)).rejects.toThrow("nothing is listening");
    }
    expect((await inside("curl --silent http://127.0.0.1:8123/", "none")).code).not.toBe(0);
    for (const group of sandbox.groups) {
      try {
        process.kill(-group, "SIGKILL");
      } catch {
        // It has already exited.
      }
    }
    await server;
  });
});
