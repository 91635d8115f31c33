import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "@/git/run-git";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { runCommand } from "@/runner/sandbox/run-command";
import { openRunSandbox, type RunSandbox } from "@/runner/sandbox/run-sandbox";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { importDemoHistory } from "@/service/demo/demo-repository";
import { now } from "./jobs";
import { quantile, type Result } from "./result";

async function open(driver: SandboxDriver, folder: string): Promise<RunSandbox> {
  return openRunSandbox({
    driver,
    serviceFolder: folder,
    home: join(folder, "repos"),
    temporary: join(folder, "tmp"),
    agentCommand: [],
    hidden: [folder],
    marker: `BENCH_SANDBOX=${driver}`,
    egress: {
      mode: "network_settings_only",
      allowlist: [],
      team: { inherited: [], blocked: [] },
      required: [],
      named: [],
    },
    onBlocked: () => undefined,
  });
}

async function time(sandbox: RunSandbox, cwd: string, command: readonly string[]): Promise<number> {
  const startedAt = now();
  const { code, stderr } = await runCommand(sandbox, {
    command,
    cwd,
    environment: { PATH: process.env.PATH ?? "/usr/bin:/bin", HOME: cwd },
    mounts: [{ path: cwd, access: "write" }],
    network: "run",
    maxOutputBytes: 16 * 1024 ** 2,
    timeoutMs: 120_000,
  });
  if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}: ${stderr}`);
  return now() - startedAt;
}

/** Measures the start of a process and the demo's tests in a sandbox against the same without one, alternately. */
export async function sandbox(rounds: number): Promise<Result[]> {
  if ((await probeSandbox({ sandbox: "auto" })) === "none") return [];
  const folder = await realpath(await mkdtemp(join(tmpdir(), "slipway-bench-sandbox-")));
  const cwd = join(folder, "repos");
  await mkdir(join(folder, "tmp"));
  const history = join(folder, "history.git");
  await runGit(["init", "--quiet", "--bare", "--initial-branch=main", history]);
  await importDemoHistory(history, Date.now());
  await runGit(["clone", "--quiet", history, cwd], { allowProtocols: ["file"] });
  const inside = await open("bubblewrap", folder);
  const outside = await open("none", folder);
  try {
    const compare = async (name: string, command: readonly string[]): Promise<Result> => {
      const times: Record<"inside" | "outside", number[]> = { inside: [], outside: [] };
      for (let round = 0; round < rounds; round += 1) {
        times.outside.push(await time(outside, cwd, command));
        times.inside.push(await time(inside, cwd, command));
      }
      return {
        name: `sandbox: ${name}`,
        value: quantile(times.inside, 0.5),
        unit: "ms",
        reference: [quantile(times.outside, 0.5), "outside"],
      };
    };
    return [
      await compare("start a process", ["/bin/true"]),
      await compare("start node", [process.execPath, "--eval", "0"]),
      await compare("tests of the demo repository", [process.execPath, "--test"]),
    ];
  } finally {
    await inside.close();
    await outside.close();
    await rm(folder, { recursive: true, force: true });
  }
}
