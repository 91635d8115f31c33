import { lstat, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "@/lib/core/settings/settings";
import { RunFailure } from "../limits/run-failure";
import type { RunSpec } from "../run/run-spec";

/**
 * An agent's folder on disk. The agent works in `repos`, `artifacts`, `home` and `temporary`. `transfer` belongs to the
 * service: git that connects to the repository's server never reads settings that an agent could have written.
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
  /** No agent has used it. */
  isNew: boolean;
}

/** Returns the folder of an agent's files, which is kept between runs. */
export function workspaceDir({ settings }: { settings: Pick<Settings, "dataDir"> }, agentId: string): string {
  return join(settings.dataDir, "workspaces", agentId);
}

/** Creates the missing folders of an agent's workspace, but no repository. Throws `workspace_unusable`. */
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
  const isNew = (await mkdir(folders.repos, { recursive: true, mode: 0o700 })) !== undefined;
  for (const folder of Object.values(folders)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Mounts follow links, so the folder itself must not be a link.
    if (!(await lstat(folder)).isDirectory()) throw new RunFailure("workspace_unusable", `${folder} is not a folder`);
  }
  const [only, ...others] = spec.repositories;
  const cwd = only && others.length === 0 ? join(folders.repos, only.directory) : folders.repos;
  return { root, ...folders, cwd, isNew };
}

/** Returns the folders the agent can read and write. */
export function agentFolders(workspace: Workspace): string[] {
  return [workspace.repos, workspace.artifacts, workspace.home, workspace.temporary];
}

/** Name of the link in the working folder, so `artifacts/…` also works there. */
export const artifactsLink = "artifacts";
