import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { artifactLimits } from "@/lib/contract/worker-protocol/artifact-exchange";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents } from "../core/store/tables/agents";
import { artifacts } from "../core/store/tables/artifacts";
import { findFiles, isPlainFolder, openPlainFile } from "../runner/find-files";
import { workspaceDir } from "../runner/workspace";
import { removeArtifacts, storageDir, storeContent, sweep, syncFolder } from "./storage";

type ArtifactLimits = typeof artifactLimits;

const chunkBytes = 1024 ** 2;

type ArtifactRow = typeof artifacts.$inferSelect;

/** Reads a file to its end; answers nothing when it is longer than `limit`, however long it said it was. */
async function readThrough(
  file: FileHandle,
  limit: number,
  copy?: FileHandle,
): Promise<{ digest: string; sizeBytes: number } | undefined> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let sizeBytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, sizeBytes);
    if (bytesRead === 0) return { digest: hash.digest("hex"), sizeBytes };
    sizeBytes += bytesRead;
    if (sizeBytes > limit) return undefined;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await copy?.writeFile(chunk);
  }
}

/** Stores one file, unless the content it has is stored already. */
async function take(
  file: FileHandle,
  limit: number,
  { agentId, path, before, dir }: { agentId: string; path: string; before: ArtifactRow | undefined; dir: string },
): Promise<ArtifactRow | undefined> {
  const state = await file.stat();
  if (state.size > limit) return undefined;
  const updatedAt = Math.floor(state.mtimeMs);
  if (before?.sizeBytes === state.size && (await stat(join(dir, before.digest)).catch(() => undefined))) {
    const read = await readThrough(file, limit);
    if (read?.digest === before.digest) return { ...before, updatedAt };
  }
  let sizeBytes = 0;
  const digest = await storeContent(dir, async (copy) => {
    const read = await readThrough(file, limit, copy);
    sizeBytes = read?.sizeBytes ?? 0;
    return read?.digest;
  });
  return digest === undefined ? undefined : { agentId, path, sizeBytes, digest, updatedAt };
}

async function takeAll(
  context: Context,
  agentId: string,
  { root, known, limits }: { root: string; known: readonly ArtifactRow[]; limits: ArtifactLimits },
): Promise<ArtifactRow[]> {
  const dir = storageDir(context, agentId);
  const taken: ArtifactRow[] = [];
  let room = limits.bytesTotal;
  const leftOut: string[] = [];
  for (const name of await findFiles(root)) {
    const path = `artifacts/${name}`;
    const file = taken.length < limits.files ? await openPlainFile(join(root, name)) : undefined;
    const before = known.find((old) => old.path === path);
    const limit = Math.min(limits.bytesEach, room);
    const row = file && (await take(file, limit, { agentId, path, before, dir }).finally(() => file.close()));
    if (row) {
      taken.push(row);
      room -= row.sizeBytes;
    } else leftOut.push(path);
  }
  if (leftOut.length > 0) {
    const shown = leftOut.slice(0, 10);
    context.log.warn({ agentId, count: leftOut.length, paths: shown }, "files of an agent were not taken as artifacts");
  }
  await syncFolder(dir);
  return taken;
}

/** Makes the rows those of `taken`. Answers false when the agent is gone. */
export async function storeRows(context: Context, agentId: string, taken: ArtifactRow[]): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [agent] = await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("update");
    if (!agent) return false;
    const paths = taken.map(({ path }) => path);
    await tx
      .delete(artifacts)
      .where(and(eq(artifacts.agentId, agentId), paths.length === 0 ? undefined : notInArray(artifacts.path, paths)));
    if (taken.length > 0) {
      const set = {
        sizeBytes: sql`excluded.size_bytes`,
        digest: sql`excluded.digest`,
        updatedAt: sql`excluded.updated_at`,
      };
      const target = [artifacts.agentId, artifacts.path];
      await tx.insert(artifacts).values(taken).onConflictDoUpdate({ target, set });
    }
    return true;
  });
}

async function collect(context: Context, agentId: string, limits: ArtifactLimits): Promise<void> {
  const workspace = await realpath(workspaceDir(context, agentId)).catch(() => undefined);
  if (workspace === undefined) return;
  const root = join(workspace, "artifacts");
  const known = await retryOnDisconnect(context, () =>
    context.db.select().from(artifacts).where(eq(artifacts.agentId, agentId)),
  );
  const taken = (await isPlainFolder(root)) ? await takeAll(context, agentId, { root, known, limits }) : [];
  if (!(await retryOnDisconnect(context, () => storeRows(context, agentId, taken)))) {
    await removeArtifacts(context, agentId);
    return;
  }
  // What was replaced just now stays until the next time: links to it may be in use.
  await sweep(storageDir(context, agentId), new Set([...known, ...taken].map(({ digest }) => digest)));
}

/**
 * Takes what a run left in its agent's artifacts folder: the bytes are stored before the rows that name them. It must not
 * keep a run from ending, so trouble is only logged.
 */
export async function collectArtifacts(context: Context, agentId: string, limits = artifactLimits): Promise<void> {
  try {
    await collect(context, agentId, limits);
  } catch (error) {
    context.log.error({ err: error, agentId }, "the artifacts of an agent could not be collected");
  }
}
