import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { runGit } from "../run-git";
import type { ObjectType } from "./object-process";

export interface NewObject {
  id: string;
  type: ObjectType;
  content: Buffer;
}

const compress = promisify(deflate);
const packTypes = { commit: 1, tree: 2, blob: 3, tag: 4 } as const satisfies Record<ObjectType, number>;
/** Fewer objects than this are stored one by one, as git itself does with small pushes. */
const unpackLimit = 100;

/** An object with its git id. */
export function newObject(type: ObjectType, content: Buffer): NewObject {
  const id = createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
  return { id, type, content };
}

/**
 * Writes one object to the folder of a quarantine, durably and without a process. Git doesn't check it: it must be
 * well-formed, and what it links to must exist.
 */
export async function writeLooseObject(folder: string, { id, type, content }: NewObject): Promise<void> {
  const file = join(folder, id.slice(0, 2), id.slice(2));
  await mkdir(dirname(file), { recursive: true });
  const data = await compress(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]));
  const handle = await open(file, "w", 0o644);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The header of a pack entry: type and size, four bits of the size first, then seven at a time. */
function packHeader(type: ObjectType, size: number): Buffer {
  const bytes = [(packTypes[type] << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(left & 127);
  }
  return Buffer.from(bytes);
}

async function packOf(objects: readonly NewObject[]): Promise<Buffer> {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const { type, content } of objects) parts.push(packHeader(type, content.length), await compress(content));
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/**
 * Stores objects as one pack, which git validates like a push: forbidden names in trees, missing linked objects and malformed objects throw a `GitError`, and nothing is stored. `env` can be a quarantine's.
 */
export async function storeObjects(
  dir: string,
  objects: readonly NewObject[],
  env: Readonly<Record<string, string>> = { GIT_DIR: dir },
): Promise<void> {
  const unique = [...new Map(objects.map((object) => [object.id, object])).values()];
  if (unique.length === 0) return;
  const args =
    unique.length < unpackLimit ? ["unpack-objects", "-q", "--strict"] : ["index-pack", "--stdin", "--strict"];
  await runGit(args, { cwd: dir, env, input: await packOf(unique) });
}
