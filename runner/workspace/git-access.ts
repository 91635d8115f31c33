import type { OutsideRemote, RemoteAccess } from "@/git/remote";
import type { RunGitOptions } from "@/git/run-git";
import type { RunContext } from "../run/run-spec";
import { sandboxedSpawn } from "../sandbox/sandboxed-git";
import type { Workspace } from "./workspace";
import type { WorkspaceSessions } from "./workspace-sessions";

const retryForMs = 60_000;

/** How a run's git accesses its repositories, apart from where it runs. */
export type GitAccess = Omit<RemoteAccess, "place">;

export function gitAccessOf(context: RunContext): GitAccess {
  return {
    own: { protocols: context.gitProtocols ?? ["https", "http"], credential: () => context.gitCredential() },
    outside: async (url) => context.outsideRemote?.(url),
    signal: context.signal,
    clock: context.clock,
    retryForMs,
  };
}

/** Git in a run's sandbox, pinned to the server's checked address. */
function runIn(sessions: WorkspaceSessions, workspace: Workspace, outside: OutsideRemote | undefined) {
  if (outside?.pin) sessions.sandbox.pin(outside.pin);
  const certificates = outside?.config["http.sslCAInfo"];
  if (certificates === undefined) return sessions.git("service", true);
  const mounts = [
    { path: workspace.transfer, access: "write" as const },
    { path: certificates, access: "read" as const },
  ];
  return { spawn: sandboxedSpawn(sessions.sandbox, { mounts, network: "run" }) };
}

/** The same access, for git in the sandbox of the run that it works for. */
export function inSandbox(
  access: GitAccess,
  { sessions, workspace }: { sessions: WorkspaceSessions; workspace: Workspace },
): RemoteAccess {
  return {
    ...access,
    place: (outside): Pick<RunGitOptions, "run" | "spawn"> => runIn(sessions, workspace, outside),
  };
}
