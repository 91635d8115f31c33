import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { scriptEnvironment } from "../sandbox/script-environment";
import type { WorkingCopy } from "./working-copy";
import { artifactsLink, type Workspace } from "./workspace";
import type { WorkspaceSessions } from "./workspace-sessions";

const script = 'test -e "$2" || test -L "$2" || ln -s -- "$1" "$2"';

/** Links the artifacts folder into the working folder, unless the repository already has an entry with that name. */
export async function linkArtifacts(
  sessions: WorkspaceSessions,
  workspace: Workspace,
  copies: readonly Pick<WorkingCopy, "isNew">[],
): Promise<void> {
  const link = join(workspace.cwd, artifactsLink);
  // No agent can have changed the folder, so no sandbox is needed.
  if (copies.length === 0 && workspace.isNew) return symlink(workspace.artifacts, link);
  // The service created the working folder for this run, so it can't be a link.
  const isFresh = copies.length > 0 && copies.every(({ isNew }) => isNew);
  await sessions.command(isFresh ? "service" : "checkout", {
    command: ["/bin/sh", "-c", script, "sh", workspace.artifacts, link],
    cwd: "/",
    environment: scriptEnvironment,
    maxOutputBytes: 65_536,
    timeoutMs: 30_000,
  });
}
