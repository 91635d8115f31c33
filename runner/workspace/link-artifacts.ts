import { join } from "node:path";
import { scriptEnvironment } from "../sandbox/script-environment";
import { artifactsLink, type Workspace } from "./workspace";
import type { WorkspaceSessions } from "./workspace-sessions";

const script = 'test -e "$2" || test -L "$2" || ln -s -- "$1" "$2"';

/**
 * Links the artifacts folder into the working folder, unless the repository already has an entry with that name. `isFresh`:
 * the service created the working folder for this run, so it can't be a link.
 */
export async function linkArtifacts(
  sessions: WorkspaceSessions,
  workspace: Workspace,
  isFresh: boolean,
): Promise<void> {
  await sessions.command(isFresh ? "service" : "checkout", {
    command: ["/bin/sh", "-c", script, "sh", workspace.artifacts, join(workspace.cwd, artifactsLink)],
    cwd: "/",
    environment: scriptEnvironment,
    maxOutputBytes: 65_536,
    timeoutMs: 30_000,
  });
}
