import type { Readable } from "node:stream";
import type * as z from "zod/mini";
import { createReader } from "./byte-reader";
import { type ArtifactRequest, FileHeader, maxBlockBytes, maxHeaderBytes, StreamEnd } from "./inside/artifact-stream";

/** One file that a sandbox sends. `blocks` must be read to its end before the next file. */
export interface SentFile {
  name: string;
  /** Unix milliseconds. */
  updatedAt: number;
  blocks: AsyncIterable<Buffer>;
}

/** The sandbox sent something that isn't an artifact stream, or more than allowed. */
export class ArtifactStreamError extends Error {}

/** A file name below the artifacts folder: no empty, `.` or `..` parts. */
const isBelow = (name: string) =>
  !name.includes("\0") && name.split("/").every((part) => part !== "" && part !== "." && part !== "..");

function parse<T>(schema: z.ZodMiniType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new ArtifactStreamError("malformed header");
  }
}

/**
 * Reads the files a sandbox sends, enforcing the limits again. `take` is called for each one. Returns the number of omitted files and the first ten names. Throws {@link ArtifactStreamError}.
 */
export async function readArtifacts(
  source: Readable,
  limits: ArtifactRequest["limits"],
  take: (file: SentFile) => Promise<void>,
): Promise<{ omitted: string[]; omittedCount: number }> {
  const read = createReader(source, () => new ArtifactStreamError("the stream ended early"));
  const record = async (largest: number) => {
    const length = (await read(4)).readUInt32BE();
    if (length > largest) throw new ArtifactStreamError(`a record of ${length} bytes`);
    return read(length);
  };
  const names = new Set<string>();
  let room = limits.bytesTotal;
  for (;;) {
    const head = await record(maxHeaderBytes);
    if (head.length === 0) return parse(StreamEnd, await record(maxHeaderBytes));
    const { name, updatedAt } = parse(FileHeader, head);
    if (!isBelow(name) || names.has(name)) throw new ArtifactStreamError("an invalid or repeated name");
    names.add(name);
    if (names.size > limits.files) throw new ArtifactStreamError("too many files");
    let ended = false;
    async function* blocks(): AsyncGenerator<Buffer> {
      for (let size = 0; ; ) {
        const block = await record(maxBlockBytes);
        if (block.length === 0) break;
        size += block.length;
        room -= block.length;
        if (size > limits.bytesEach || room < 0) throw new ArtifactStreamError("more bytes than allowed");
        yield block;
      }
      ended = true;
    }
    const stream = blocks();
    await take({ name, updatedAt, blocks: stream });
    if (!ended) throw new ArtifactStreamError("a file was not read to its end");
  }
}
