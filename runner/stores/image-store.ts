import { mkdir, mkdtemp, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { removeTree } from "./remove-tree";
import { storeMark } from "./store-mark";

const Details = z.object({
  bytes: z.number(),
  /** Variables of the image, `NAME=value`. */
  environment: z.array(z.string()),
  user: z.string(),
});
export type ImageDetails = z.infer<typeof Details>;

/** An unpacked image. */
export interface UnpackedImage extends ImageDetails {
  root: string;
}

export interface ImageStoreOptions {
  folder: string;
  limitBytes: number;
}

/** Unpacked images by id. Limited in size: those unused for the longest time are deleted. */
export interface ImageStore {
  /** How to create the same store in another process. */
  readonly options: ImageStoreOptions;
  /** The image, which counts as used; `undefined` if it isn't stored. */
  find(id: string): Promise<UnpackedImage | undefined>;
  /** Stores what `unpack` writes into a folder. Throws what it throws. */
  save(id: string, unpack: (folder: string) => Promise<ImageDetails>): Promise<UnpackedImage>;
  /** Marks what is created for this store in the storage of the container engine. */
  mark: string;
  /** Calls `work` with a temporary folder. */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  limitBytes: number;
}

/** How this machine gets container images. */
export interface Images {
  /** Podman and its global arguments. */
  engine: readonly string[];
  store: ImageStore;
}

const idForm = /^[0-9a-f]{64}$/;
const detailsFile = "image.json";
/** An image that was used so recently may be in use, and a folder so new may be incomplete. */
const minAgeMs = 24 * 3_600_000;

async function deleteUnused(folder: string, limitBytes: number): Promise<void> {
  const images = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = join(folder, name, detailsFile);
      const text = await readFile(file, "utf8").catch(() => undefined);
      const { mtimeMs } = await stat(text === undefined ? join(folder, name) : file);
      return { name, mtimeMs, bytes: text === undefined ? undefined : Details.parse(JSON.parse(text)).bytes };
    }),
  );
  let room = limitBytes;
  for (const { name, mtimeMs, bytes } of images.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    room -= bytes ?? 0;
    if ((bytes === undefined || room < 0) && Date.now() - mtimeMs > minAgeMs) await removeTree(join(folder, name));
  }
}

export function createImageStore({ folder, limitBytes }: ImageStoreOptions): ImageStore {
  const saving = new Map<string, Promise<UnpackedImage>>();
  const store: ImageStore = {
    options: { folder, limitBytes },
    mark: storeMark(folder),
    limitBytes,
    async find(id) {
      const file = join(folder, id, detailsFile);
      const text = idForm.test(id) ? await readFile(file, "utf8").catch(() => undefined) : undefined;
      if (text === undefined) return undefined;
      const now = new Date();
      await utimes(file, now, now);
      return { ...Details.parse(JSON.parse(text)), root: join(folder, id, "root") };
    },
    async save(id, unpack) {
      const known = saving.get(id) ?? (await store.find(id));
      if (known) return known;
      const work = store.withFolder(async (partial) => {
        const root = join(partial, "root");
        await mkdir(root);
        const details = await unpack(root);
        await writeFile(join(partial, detailsFile), JSON.stringify(details));
        await rename(partial, join(folder, id)).catch(async (error) => {
          if (!(await store.find(id))) throw error;
        });
        await deleteUnused(folder, limitBytes);
        return { ...details, root: join(folder, id, "root") };
      });
      saving.set(id, work);
      return work.finally(() => saving.delete(id));
    },
    async withFolder(work) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = await mkdtemp(join(folder, "partial-"));
      try {
        return await work(partial);
      } finally {
        await removeTree(partial);
      }
    },
  };
  return store;
}
