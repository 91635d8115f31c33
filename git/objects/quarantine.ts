import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** New objects of one attempt, separate from the repository until they are kept. */
export interface Quarantine {
  /** Folder of the new objects. */
  path: string;
  /** Environment in which git writes to the quarantine and reads from both. */
  env: Readonly<Record<"GIT_DIR" | "GIT_OBJECT_DIRECTORY" | "GIT_ALTERNATE_OBJECT_DIRECTORIES", string>>;
  /** Moves everything into the repository. */
  keep(): Promise<void>;
}

const folders = /^(?:[0-9a-f]{2}|pack)$/;
/** Git discovers packs by their indexes, so a pack's index must be moved last. */
const isIndex = (name: string) => name.endsWith(".idx");
const indexesLast = (a: string, b: string) => Number(isIndex(a)) - Number(isIndex(b));

/** Runs `work` with a quarantine that is deleted unless it calls `keep`. */
export async function inQuarantine<T>(dir: string, work: (quarantine: Quarantine) => Promise<T>): Promise<T> {
  const objects = join(dir, "objects");
  // Git's prefix, so its maintenance removes leftovers of a crash.
  const folder = await mkdtemp(join(objects, "tmp_objdir-merge-"));
  try {
    return await work({
      path: folder,
      env: { GIT_DIR: dir, GIT_OBJECT_DIRECTORY: folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: objects },
      async keep() {
        for (const name of (await readdir(folder)).filter((each) => folders.test(each))) {
          await mkdir(join(objects, name), { recursive: true });
          for (const file of (await readdir(join(folder, name))).sort(indexesLast)) {
            await rename(join(folder, name, file), join(objects, name, file));
          }
        }
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
