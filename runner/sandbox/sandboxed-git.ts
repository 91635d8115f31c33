import type { SpawnGitOptions } from "@/git/run-git";
import type { RunSandbox } from "./run-sandbox";
import type { Mount } from "./sandbox";

/** What a git command in a sandbox can access. */
export interface GitReach {
  mounts: readonly Mount[];
  network?: "none" | "run";
}

/** Returns a function that starts git in a run's sandbox with access to nothing else. */
export function sandboxedSpawn(
  sandbox: RunSandbox,
  { mounts, network = "none" }: GitReach,
): NonNullable<SpawnGitOptions["spawn"]> {
  return (command, { cwd, env }) => {
    const environment = network === "run" ? { ...env, ...sandbox.proxyVariables } : env;
    return sandbox.spawn({ command, cwd, environment, mounts, network }).child;
  };
}
