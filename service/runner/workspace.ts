import { lstat, mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "@/lib/core/settings/settings";
import type { RunSpec } from "./run-spec";

/**
 * An agent's folder on disk. The agent uses `repos`, `artifacts`, `home` and `temporary`. Only the service uses `transfer`,
 * so git commands that connect to the server never read settings the agent could have written.
 */
export interface Workspace {
  root: string;
  repos: string;
  artifacts: string;
  home: string;
  temporary: string;
  transfer: string;
  /** Working folder of the agent. */
  cwd: string;
}

/** Returns the folder of an agent's files, which is kept between runs. */
export function workspaceDir({ settings }: { settings: Pick<Settings, "dataDir"> }, agentId: string): string {
  return join(settings.dataDir, "workspaces", agentId);
}

/** Creates missing folders of an agent's workspace, without repositories. */
export async function prepareWorkspace(spec: Pick<RunSpec, "workspaceDir" | "repositories">): Promise<Workspace> {
  await mkdir(spec.workspaceDir, { recursive: true });
  const root = await realpath(spec.workspaceDir);
  const folders = {
    repos: join(root, "repos"),
    artifacts: join(root, "artifacts"),
    home: join(root, "home"),
    temporary: join(root, "tmp"),
    transfer: join(root, "transfer"),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  const [only, ...others] = spec.repositories;
  const cwd = only && others.length === 0 ? join(folders.repos, only.directory) : folders.repos;
  return { root, ...folders, cwd };
}

/** Returns the folders the agent can read and write. */
export function agentFolders(workspace: Workspace): string[] {
  return [workspace.repos, workspace.artifacts, workspace.home, workspace.temporary];
}

/** Name of the link in the working folder, so `artifacts/…` also works there. */
export const artifactsLink = "artifacts";

/** Links the artifacts folder into the working folder, unless the repository contains that name. */
export async function linkArtifacts(workspace: Workspace): Promise<void> {
  const link = join(workspace.cwd, artifactsLink);
  const existing = await lstat(link).catch(() => undefined);
  if (existing === undefined) await symlink(workspace.artifacts, link);
}
