import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { probeSandbox } from "../sandbox/probe-sandbox";
import { CommandLimit } from "../sandbox/run-command";
import { openRunSandbox, type RunSandbox } from "../sandbox/run-sandbox";
import { runInCheckout } from "./working-copy";
import { prepareWorkspace, type Workspace } from "./workspace";
import { openWorkspaceSessions, type WorkspaceSessions, type Zone, type ZoneCommand } from "./workspace-sessions";

const driver = await probeSandbox({ sandbox: "auto" });
const marker = `SESSIONS_TEST=${process.pid}`;

/** Command lines of this test's processes, except bubblewrap's own. */
async function processes(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
      if (!environment.split("\0").includes(marker)) return "";
      return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ").trim();
    }),
  );
  return commands.filter((command) => command !== "" && !command.includes("bwrap"));
}

describe.skipIf(driver === "none")("the service's processes in a workspace", () => {
  let folder: string;
  let workspace: Workspace;
  let sandbox: RunSandbox;
  let sessions: WorkspaceSessions;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-sessions-")));
    workspace = await prepareWorkspace({ workspaceDir: folder, repositories: [] });
    sandbox = await openRunSandbox({
      driver,
      serviceFolder: workspace.root,
      home: workspace.home,
      temporary: workspace.temporary,
      agentCommand: [],
      hidden: [workspace.root],
      marker,
      egress: {
        mode: "allow_all",
        allowlist: [],
        team: { inherited: [], blocked: [] },
        required: [],
        named: [],
        viaService: [],
      },
      onBlocked: () => undefined,
    });
  });
  afterAll(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    sessions = openWorkspaceSessions(sandbox, workspace);
    return () => sessions.end();
  });

  const sh = (zone: Zone, script: string, limits: Partial<ZoneCommand> = {}) =>
    sessions.command(zone, {
      command: ["/bin/sh", "-c", script],
      cwd: "/",
      environment: { PATH: "/usr/bin:/bin" },
      maxOutputBytes: 1_000,
      timeoutMs: 60_000,
      ...limits,
    });
  const output = async (zone: Zone, script: string) => {
    const { code, stdout, stderr } = await sh(zone, script);
    return `${code} ${stdout.toString("utf8").trim()} ${stderr.trim()}`.trim();
  };

  it("runs the commands of a zone in one process, with their own environment, output and exit code", async () => {
    const parent = await output("service", "echo $PPID");
    expect(await output("service", "echo $PPID")).toBe(parent);
    expect(await output("service", "echo out; echo err >&2; exit 3")).toBe("3 out err");
    const { stdout } = await sh("service", "env", { environment: { ONLY: "this" }, command: ["/usr/bin/env"] });
    expect(stdout.toString("utf8").trim().split("\n").sort()).toEqual(["ONLY=this", marker]);
  });

  it("reports a command that doesn't start", async () => {
    const { code, stderr } = await sh("service", "", { command: ["/missing"] });
    expect(code).toBe(1);
    expect(stderr).toContain("ENOENT");
  });

  it("gives each zone its access", { tags: ["long"] }, async () => {
    const { transfer, repos, home } = workspace;
    expect(await output("service", `touch ${transfer}/a ${repos}/a && echo yes`)).toBe("0 yes");
    expect(await output("service", `ls ${home}`)).toMatch(/^2 .*cannot access/);
    expect(await output("checkout", `touch ${repos}/b ${home}/b && ls ${transfer}`)).toBe("0 a");
    expect(await output("checkout", `touch ${transfer}/b`)).toMatch(/Read-only file system/);
    expect(await output("checkout", "cat /proc/net/dev | grep -c :")).toBe("0 1");
    await sessions.begin("read");
    expect(await output("service", `touch ${transfer}/c && touch ${repos}/c`)).toMatch(/Read-only file system/);
  });

  it("starts fresh processes for each phase", { tags: ["long"] }, async () => {
    await output("service", "true");
    await output("checkout", "true");
    await sessions.begin("read");
    expect(await processes()).toEqual([]);
    expect(await output("service", "echo again")).toBe("0 again");
  });

  it("leaves nothing of a command", async () => {
    await output("checkout", "setsid sleep 1000 & setsid sh -c 'trap \"\" TERM HUP; sleep 1001' & exit 0");
    expect((await processes()).filter((command) => command.includes("sleep"))).toEqual([]);
  });

  it("leaves nothing of the checkout zone when the service's begins", async () => {
    const pid = async (zone: Zone) => Number((await output(zone, "readlink /proc/self/ns/pid")).replace(/\D/g, ""));
    const checkout = await pid("checkout");
    expect((await processes()).length).toBe(1);
    expect(await pid("service")).not.toBe(checkout);
    expect((await processes()).length).toBe(1);
  });

  it("bounds output and time, and continues with another process", { tags: ["long"] }, async () => {
    await expect(sh("service", "yes")).rejects.toThrow(new CommandLimit("printed more than 1000 bytes"));
    await expect(sh("service", "sleep 1000", { timeoutMs: 300 })).rejects.toThrow(CommandLimit);
    expect((await processes()).filter((command) => /sleep|yes/.test(command))).toEqual([]);
    expect(await output("service", "echo next")).toBe("0 next");
  });

  it("ends everything when its command is canceled", async () => {
    const controller = new AbortController();
    const running = sh("service", "setsid sleep 1000 & sleep 1001", { signal: controller.signal });
    running.catch(() => undefined);
    await vi.waitFor(async () => expect((await processes()).join()).toContain("sleep 1001"), { timeout: 20_000 });
    controller.abort(new Error("canceled"));
    await expect(running).rejects.toThrow("canceled");
    await vi.waitFor(async () => expect(await processes()).toEqual([]));
    await expect(sh("service", "true", { signal: controller.signal })).rejects.toThrow("canceled");
  });

  it("doesn't start the program that fetches missing objects in a partial clone", async () => {
    const folder = join(workspace.repos, "partial");
    const canary = join(workspace.repos, "fetched");
    const read = (git: string) =>
      runInCheckout({ sessions, signal: new AbortController().signal }, "checkout", `${git} || true`, [folder]);
    const settings = [
      ["core.repositoryFormatVersion", "1"],
      ["extensions.partialClone", "hostile"],
      ["remote.hostile.promisor", "true"],
      ["remote.hostile.url", `ext::/usr/bin/touch ${canary}`],
      ["protocol.ext.allow", "always"],
    ];
    await read(
      `git init --quiet "$1"; ${settings.map(([key, value]) => `git -C "$1" config ${key} "${value}"`).join("; ")}`,
    );
    const missing = `git -C "$1" cat-file -e ${"1".repeat(40)}`;
    await read(missing);
    expect(await readdir(workspace.repos)).not.toContain("fetched");
    await read(`env -u GIT_NO_LAZY_FETCH ${missing}`);
    expect(await readdir(workspace.repos)).toContain("fetched");
  });

  it("reports a command whose sandbox was killed", async () => {
    const { code, stderr } = await sh("checkout", "kill -9 $PPID; sleep 1000");
    expect(code).toBe(-1);
    expect(stderr).toContain("the sandbox ended early");
    expect(await output("checkout", "echo next")).toBe("0 next");
  });

  it("reads paths with a process that no earlier command affected", async () => {
    await mkdir(join(workspace.repos, "folder"), { recursive: true });
    const paths = [join(workspace.repos, "folder"), "/etc/passwd"];
    await output("checkout", "true");
    await sessions.endCheckout();
    expect(await processes()).toEqual([]);
    expect(await sessions.locate(paths)).toEqual([paths[0], undefined]);
  });
});
