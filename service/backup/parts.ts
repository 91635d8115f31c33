import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { counted } from "@/lib/model/plural";
import { BackupError, type Part } from "./manifest";

const fullDisk = new Set(["ENOSPC", "EDQUOT"]);

/** Returns an actionable error for a full disk, and other errors unchanged. */
export function describeWriteError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!fullDisk.has(code)) return error;
  return new BackupError(`the disk of ${folder} is full. Free some space, or select another folder.`, { cause: error });
}

/** Streams content to a file of the backup, readable only by this user. Returns its size and checksum. */
export async function writePart(
  folder: string,
  path: string,
  content: NodeJS.ReadableStream | AsyncIterable<Buffer>,
  compression: NodeJS.ReadWriteStream = new PassThrough(),
): Promise<Part> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(content, compression, measure, createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }));
  return { path, bytes, sha256: hash.digest("hex") };
}

/** Reads every file of a backup. Throws {@link BackupError} that lists missing and damaged ones. */
export async function checkParts(folder: string, parts: readonly Part[]): Promise<void> {
  const problems: string[] = [];
  for (const { path, bytes, sha256 } of parts) {
    const file = join(folder, path);
    const size = (await stat(file).catch(() => undefined))?.size;
    if (size === undefined) problems.push(`${path} is missing`);
    else if (size !== bytes) problems.push(`${path} has ${counted(size, "byte")}, expected ${bytes}`);
    else {
      const hash = createHash("sha256");
      await pipeline(createReadStream(file), hash);
      if (hash.digest("hex") !== sha256) problems.push(`${path} doesn't match its checksum`);
    }
  }
  if (problems.length === 0) return;
  const shown = problems.slice(0, 20);
  const more = problems.length - shown.length;
  throw new BackupError(
    `the backup is damaged:\n${shown.map((problem) => `  - ${problem}`).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}`,
  );
}
