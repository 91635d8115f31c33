import { once } from "node:events";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { type ArtifactRequest, maxBlockBytes } from "./artifact-stream";
import { findFiles, isPlainFolder, openPlainFile } from "./find-files";

function createSender(output: Writable) {
  return async (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    output.write(length);
    if (bytes.length > 0 && !output.write(bytes)) await once(output, "drain");
  };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const nothing = Buffer.alloc(0);

/** Sends a file that is at most `limit` bytes long. Returns its size, or `undefined` if it was omitted. */
async function sendFile(
  file: FileHandle,
  { name, limit }: { name: string; limit: number },
  send: (bytes: Buffer) => Promise<void>,
): Promise<number | undefined> {
  const state = await file.stat();
  if (state.size > limit) return undefined;
  await send(json({ name, updatedAt: Math.max(0, Math.floor(state.mtimeMs)) }));
  let size = 0;
  while (size < state.size) {
    const block = Buffer.alloc(Math.min(maxBlockBytes, state.size - size));
    const { bytesRead } = await file.read(block, 0, block.length, size);
    if (bytesRead === 0) break;
    size += bytesRead;
    await send(block.subarray(0, bytesRead));
  }
  await send(nothing);
  return size;
}

/** Sends the files of a folder in the format described in `artifact-stream.ts`. */
export async function sendFiles({ root, limits }: ArtifactRequest, output: Writable): Promise<void> {
  const send = createSender(output);
  const omitted: string[] = [];
  let count = 0;
  let room = limits.bytesTotal;
  for (const name of (await isPlainFolder(root)) ? await findFiles(root) : []) {
    const file = count < limits.files && name.length <= 4_000 ? await openPlainFile(join(root, name)) : undefined;
    const limit = Math.min(limits.bytesEach, room);
    const size = file && (await sendFile(file, { name, limit }, send).finally(() => file.close()));
    if (size === undefined) omitted.push(name);
    else {
      count += 1;
      room -= size;
    }
  }
  await send(nothing);
  await send(json({ omitted: omitted.slice(0, 10).map((name) => name.slice(0, 4_000)), omittedCount: omitted.length }));
}
