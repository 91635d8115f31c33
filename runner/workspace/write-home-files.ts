import { runCommand } from "../sandbox/run-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { scriptEnvironment } from "../sandbox/script-environment";
import type { Workspace } from "./workspace";

/** Writes files of an agent's home folder that are missing, from inside the sandbox, because the folder can contain links. */
export async function writeHomeFiles(
  sandbox: RunSandbox,
  { home }: Pick<Workspace, "home">,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const pairs = Object.entries(files).flat();
  if (pairs.length === 0) return;
  const script =
    'while [ $# -gt 1 ]; do test -e "$1" || { mkdir -p -- "$(dirname -- "$1")" && printf %s "$2" > "$1"; }; shift 2; done';
  await runCommand(sandbox, {
    command: ["/bin/sh", "-c", script, "sh", ...pairs],
    cwd: home,
    environment: scriptEnvironment,
    mounts: [{ path: home, access: "write" }],
    network: "none",
    maxOutputBytes: 65_536,
    timeoutMs: 30_000,
  });
}
