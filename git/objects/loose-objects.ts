import { open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, inflate } from "node:zlib";
import { type ObjectInfo, type ObjectType, objectTypes } from "./object-process";

/** The loose objects of a folder that git or the service wrote, such as a quarantine. */
export interface LooseObjects {
  /** By id. */
  infos: ReadonlyMap<string, ObjectInfo>;
  /** The content, or only type and size if it is larger than `maxBytes`. */
  read(id: string, maxBytes: number): Promise<(ObjectInfo & { content?: Buffer }) | undefined>;
}

const decompress = promisify(inflate);
/** Contains the type and size of an object, after the tables of its compression. */
const headBytes = 1024;
const longestHead = /^([a-z]{1,6}) (\d{1,20})\0/;

const fileOf = (folder: string, id: string) => join(folder, id.slice(0, 2), id.slice(2));

async function readHead(file: string): Promise<ObjectInfo> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const start = await decompress(buffer.subarray(0, bytesRead), { finishFlush: constants.Z_SYNC_FLUSH });
    const [, name, size] = longestHead.exec(start.toString("latin1", 0, 32)) ?? [];
    const type: ObjectType | undefined = objectTypes.find((each) => each === name);
    if (!type) throw new Error(`${file} isn't an object`);
    return { type, size: Number(size) };
  } finally {
    await handle.close();
  }
}

/** Reads the loose objects of a folder without a process. Returns `undefined` if there are packs. */
export async function looseObjects(folder: string): Promise<LooseObjects | undefined> {
  const parts = await readdir(folder);
  if (parts.includes("pack") && (await readdir(join(folder, "pack"))).length > 0) return undefined;
  const infos = new Map<string, ObjectInfo>();
  for (const part of parts.filter((each) => /^[0-9a-f]{2}$/.test(each))) {
    const names = await readdir(join(folder, part));
    const ids = names.filter((name) => /^[0-9a-f]{38}$/.test(name)).map((name) => part + name);
    const heads = await Promise.all(ids.map((id) => readHead(fileOf(folder, id))));
    for (const [index, id] of ids.entries()) {
      const head = heads[index];
      if (head) infos.set(id, head);
    }
  }
  return {
    infos,
    async read(id, maxBytes) {
      const info = infos.get(id);
      if (!info || info.size > maxBytes) return info;
      const whole = await decompress(await readFile(fileOf(folder, id)), { maxOutputLength: info.size + headBytes });
      return { ...info, content: whole.subarray(whole.length - info.size) };
    },
  };
}
