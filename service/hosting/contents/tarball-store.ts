import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TarballLinks, TarballRef } from "./tarball-links";

/** A cache of archives in the data folder. The oldest are evicted first. */
export interface TarballStore {
  has(ref: TarballRef): Promise<boolean>;
  open(ref: TarballRef): Promise<FileHandle | undefined>;
  /** A temporary file: `keep` stores it as the archive, `drop` deletes it. */
  begin(ref: TarballRef): Promise<{ file: FileHandle; keep(): Promise<void>; drop(): Promise<void> }>;
}

export interface WithTarballs {
  tarballs: TarballStore;
  tarballLinks: TarballLinks;
}

const maxBytes = 2 * 1024 ** 3;

export function createTarballStore(dataDir: string, limit = maxBytes): TarballStore {
  const root = join(dataDir, "tarballs");
  // The name is part of the key, because it is the folder name inside the archive.
  const fileOf = ({ repositoryId, commit, name }: TarballRef) =>
    join(
      root,
      createHash("sha256")
        .update(JSON.stringify([repositoryId, commit, name]))
        .digest("hex"),
    );

  async function evictOldest(): Promise<void> {
    const names = (await readdir(root)).filter((name) => /^[0-9a-f]{64}$/.test(name));
    const files = await Promise.all(
      names.map(async (name) => {
        const found = await stat(join(root, name)).catch(() => undefined);
        return { path: join(root, name), size: found?.size ?? 0, at: found?.mtimeMs ?? 0 };
      }),
    );
    files.sort((a, b) => b.at - a.at);
    let total = 0;
    for (const { path, size } of files) {
      total += size;
      if (total > limit) await rm(path, { force: true });
    }
  }

  return {
    has: (ref) =>
      stat(fileOf(ref)).then(
        (found) => found.isFile(),
        () => false,
      ),
    open: (ref) => open(fileOf(ref), "r").catch(() => undefined),
    async begin(ref) {
      await mkdir(root, { recursive: true });
      const temporary = join(root, `.new-${randomUUID()}`);
      const file = await open(temporary, "wx");
      return {
        file,
        async keep() {
          await file.close();
          await rename(temporary, fileOf(ref));
          await evictOldest();
        },
        async drop() {
          await file.close();
          await rm(temporary, { force: true });
        },
      };
    },
  };
}
