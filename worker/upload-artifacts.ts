import { createHash } from "node:crypto";
import { type FileHandle, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type ArtifactFile, artifactLimits } from "@/lib/contract/worker-protocol/artifact-exchange";
import type { Log } from "@/lib/core/log";
import { findFiles, isPlainFolder, openPlainFile } from "@/service/runner/find-files";
import { ApiRefusal, type ServiceApi } from "./service-api";
import type { Assignment } from "./spool";

async function describe(root: string, name: string, room: number): Promise<ArtifactFile | undefined> {
  const file = await openPlainFile(join(root, name));
  if (!file) return undefined;
  try {
    const state = await file.stat();
    if (state.size > Math.min(room, artifactLimits.bytesEach)) return undefined;
    const hash = createHash("sha256");
    let sizeBytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, start: 0 })) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
    const updatedAt = Math.max(0, Math.floor(state.mtimeMs));
    return { path: `artifacts/${name}`, sizeBytes, digest: hash.digest("hex"), updatedAt };
  } finally {
    await file.close();
  }
}

/** The files a run left in its agent's artifacts folder, within the limits; the names of those that are left out. */
async function survey(root: string): Promise<{ files: ArtifactFile[]; leftOut: string[] }> {
  const files: ArtifactFile[] = [];
  const leftOut: string[] = [];
  let room = artifactLimits.bytesTotal;
  for (const name of await findFiles(root)) {
    const file = files.length < artifactLimits.files ? await describe(root, name, room) : undefined;
    if (file) {
      files.push(file);
      room -= file.sizeBytes;
    } else leftOut.push(name);
  }
  return { files, leftOut };
}

const chunkBytes = 256 * 1024;

/** The bytes of a file, read as they are taken. It stays open. */
function readThrough(file: FileHandle): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = new Uint8Array(chunkBytes);
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
      position += bytesRead;
      if (bytesRead === 0) controller.close();
      else controller.enqueue(chunk.subarray(0, bytesRead));
    },
  });
}

/** Uploads one content. The service refuses a file that changed meanwhile. */
async function upload(root: string, { path, digest }: ArtifactFile, options: UploadOptions): Promise<void> {
  const file = await openPlainFile(join(root, path.slice("artifacts/".length)));
  if (!file) throw new ApiRefusal(404, `${path} is gone`);
  try {
    await options.api.sendContent(options.assignment, { digest, read: () => readThrough(file) }, options.signal);
  } finally {
    await file.close();
  }
}

export interface UploadOptions {
  api: ServiceApi;
  assignment: Assignment;
  workspaceDir: string;
  signal: AbortSignal;
  log: Log;
}

async function uploadMissing(root: string, options: UploadOptions): Promise<void> {
  const { api, assignment, signal, log } = options;
  const { files, leftOut } = await survey(root);
  const changed = new Set<string>();
  const missing = await api.listArtifacts(assignment, { files }, signal);
  for (const digest of missing) {
    const file = files.find((each) => each.digest === digest);
    if (!file) continue;
    await upload(root, file, options).catch((error) => {
      if (!(error instanceof ApiRefusal)) throw error;
      changed.add(digest);
    });
  }
  const left = files.filter(({ digest }) => !changed.has(digest));
  const names = [...leftOut, ...files.filter(({ digest }) => changed.has(digest)).map(({ path }) => path)];
  if (names.length > 0) {
    log.warn({ count: names.length, paths: names.slice(0, 10) }, "files of an agent were not taken as artifacts");
  }
  if (missing.length > 0 && (await api.listArtifacts(assignment, { files: left }, signal)).length > 0) {
    log.error("the service lacks artifacts that were uploaded");
  }
}

/**
 * Uploads what a run left in its agent's artifacts folder: only contents the service does not have. A refusal is only
 * logged, so that it never keeps a run from ending. Throws when `signal` aborts.
 */
export async function uploadArtifacts(options: UploadOptions): Promise<void> {
  const workspace = await realpath(options.workspaceDir).catch(() => undefined);
  const root = workspace && join(workspace, "artifacts");
  if (root === undefined || !(await isPlainFolder(root))) return;
  try {
    await uploadMissing(root, options);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    options.log.warn({ err: error }, "the artifacts of a run were refused");
  }
}
