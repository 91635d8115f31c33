import { randomUUID } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "@/runner/stores/remove-tree";
import { workspaceDir } from "@/runner/workspace/workspace";
import type { Context } from "../core/context";

type WithSettings = Pick<Context, "settings">;

const deletedPrefix = ".deleted-";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Renames a deleted agent's workspace, so that a new agent with the same id can't use it. Returns its folder, if it has one. */
export async function setWorkspaceAside(context: WithSettings, agentId: string): Promise<string | undefined> {
  const aside = workspaceDir(context, `${deletedPrefix}${randomUUID()}`);
  try {
    await rename(workspaceDir(context, agentId), aside);
    return aside;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Deletes workspaces of deleted agents that were left behind because the service ended. */
export async function removeDeletedWorkspaces({ settings, log }: Pick<Context, "settings" | "log">): Promise<void> {
  const dir = join(settings.dataDir, "workspaces");
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(deletedPrefix))) {
    await removeTree(join(dir, name)).catch((error: unknown) => {
      log.warn({ err: error, folder: name }, "couldn't delete a deleted agent's workspace");
    });
  }
}
