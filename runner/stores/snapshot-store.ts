import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";

const Details = z.object({
  /** Hash of who it belongs to, and of the repositories and session variables that its files can contain. */
  scope: z.string(),
  /** Folders of the workspaces its files were created in: they may contain these paths. */
  roots: z.array(z.string()),
});
export type SnapshotDetails = z.infer<typeof Details>;

export interface SnapshotStoreOptions {
  folder: string;
  limitBytes: number;
}

/** Stored results of `install`, by id. Limited in size: the least recently used are evicted. */
export interface SnapshotStore {
  /** How to create the same store in another process. */
  readonly options: SnapshotStoreOptions;
  /** Details of a snapshot, which counts as used; `undefined` if it isn't stored. */
  find(id: string): Promise<SnapshotDetails | undefined>;
  read(id: string): Readable;
  /** Stores an archive unless reading it throws. Returns false, and stores nothing, if the archive exceeds the store's limit. */
  save(id: string, details: SnapshotDetails, archive: AsyncIterable<Buffer>): Promise<boolean>;
}

const idForm = /^snap-[0-9a-f]{32}$/;

class TooLarge extends Error {}

async function* limited(source: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > bytes) throw new TooLarge();
    yield chunk;
  }
}

/** Longer than storing a snapshot can take. */
const partialLifetimeMs = 3_600_000;

/** Evicts the least recently used snapshots until the rest fits, and deletes what an interrupted service left. */
async function deleteUnused(folder: string, limitBytes: number): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.endsWith(".partial"))) {
    const changed = await stat(join(folder, name)).catch(() => undefined);
    if (changed && changed.mtimeMs < Date.now() - partialLifetimeMs) await rm(join(folder, name), { force: true });
  }
  const archives = names.filter((name) => name.endsWith(".tar"));
  const files = await Promise.all(
    archives.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { id: name.slice(0, -".tar".length), size, mtimeMs };
    }),
  );
  let room = limitBytes;
  for (const { id, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    room -= size;
    if (room >= 0 && names.includes(`${id}.json`)) continue;
    await rm(join(folder, `${id}.json`), { force: true });
    await rm(join(folder, `${id}.tar`), { force: true });
  }
}

export function createSnapshotStore({ folder, limitBytes }: SnapshotStoreOptions): SnapshotStore {
  const archive = (id: string) => join(folder, `${id}.tar`);
  const details = (id: string) => join(folder, `${id}.json`);
  let saved = 0;
  return {
    options: { folder, limitBytes },
    async find(id) {
      if (!idForm.test(id)) return undefined;
      try {
        const found = Details.parse(JSON.parse(await readFile(details(id), "utf8")));
        const now = new Date();
        await utimes(archive(id), now, now);
        return found;
      } catch {
        return undefined;
      }
    },
    read: (id) => createReadStream(archive(id)),
    async save(id, about, source) {
      if (!idForm.test(id)) throw new Error(`invalid snapshot id: ${id}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      saved += 1;
      const partial = join(folder, `${id}.${process.pid}.${saved}.partial`);
      try {
        await pipeline(limited(source, limitBytes), createWriteStream(partial, { mode: 0o600 }));
        await rename(partial, archive(id));
        await writeFile(details(id), JSON.stringify(about), { mode: 0o600 });
      } catch (error) {
        await rm(partial, { force: true });
        if (error instanceof TooLarge) return false;
        throw error;
      }
      await deleteUnused(folder, limitBytes);
      return true;
    },
  };
}
