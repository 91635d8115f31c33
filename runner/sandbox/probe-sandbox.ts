import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "@/lib/core/settings/settings";
import { hostProgram } from "./bubblewrap";
import { runCommand } from "./run-command";
import { openRunSandbox } from "./run-sandbox";
import type { SandboxDriver } from "./sandbox";
import { sandboxFix } from "./sandbox-fix";

/** Runs a command in a sandbox with a network, as a run would. */
async function probeBubblewrap(): Promise<boolean> {
  if (process.platform !== "linux" || !hostProgram("bwrap") || !hostProgram("nsenter")) return false;
  const folder = await mkdtemp(join(tmpdir(), "slipway-probe-"));
  try {
    const sandbox = await openRunSandbox({
      driver: "bubblewrap",
      serviceFolder: folder,
      home: "/",
      temporary: undefined,
      agentCommand: [],
      hidden: [],
      marker: "SANDBOX_PROBE=1",
      egress: {
        mode: "network_settings_only",
        allowlist: [],
        team: { inherited: [], blocked: [] },
        required: [],
        named: [],
      },
      onBlocked: () => undefined,
    });
    try {
      const command = { command: ["/bin/sh", "-c", "exit 7"], cwd: "/", environment: {}, mounts: [] };
      const limits = { maxOutputBytes: 4_096, timeoutMs: 10_000 };
      return (await runCommand(sandbox, { ...command, network: "run", ...limits })).code === 7;
    } finally {
      await sandbox.close();
    }
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let probed: Promise<boolean> | undefined;

/**
 * The sandbox of runs on this machine: the one set by `SANDBOX`, or the strongest available one. Bubblewrap is probed once.
 * Throws if the configured one doesn't work.
 */
export async function probeSandbox({ sandbox }: Pick<Settings, "sandbox">): Promise<SandboxDriver> {
  if (sandbox === "none") return "none";
  probed ??= probeBubblewrap();
  if (await probed) return "bubblewrap";
  if (sandbox === "auto") return "none";
  throw new Error(`SANDBOX=${sandbox} doesn't work here. ${sandboxFix()}`);
}

const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "[::1]", "localhost"]);

export type Exposure = Pick<Settings, "allowUnisolated" | "host" | "webUrl" | "servicePublicUrl">;

/** True if other machines can reach the dashboard or the service. */
export function isExposed({ host, webUrl, servicePublicUrl }: Exposure): boolean {
  const hosts = [host, new URL(webUrl).hostname, new URL(servicePublicUrl).hostname];
  return hosts.some((each) => !loopback.has(each));
}

/**
 * Why this machine rejects runs; `undefined` if it doesn't. Without a sandbox they run only while everything
 * listens on loopback, or with ALLOW_UNISOLATED=1.
 */
export function missingSandboxError(driver: SandboxDriver, exposure: Exposure): string | undefined {
  if (driver !== "none" || exposure.allowUnisolated || !isExposed(exposure)) return undefined;
  return `No sandbox is available, and Slipway is reachable from other machines. ${sandboxFix()} Or set ALLOW_UNISOLATED=1 to run agents without one.`;
}
