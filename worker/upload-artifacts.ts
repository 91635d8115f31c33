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

/** Lists the artifact files within the limits, and the names of those that exceed them. */
async function listFiles(root: string): Promise<{ files: ArtifactFile[]; skipped: string[] }> {
  const files: ArtifactFile[] = [];
  const skipped: string[] = [];
  let room = artifactLimits.bytesTotal;
  for (const name of await findFiles(root)) {
    const file = files.length < artifactLimits.files ? await describe(root, name, room) : undefined;
    if (file) {
      files.push(file);
      room -= file.sizeBytes;
    } else skipped.push(name);
  }
  return { files, skipped };
}

const chunkBytes = 256 * 1024;

/** Streams a file with backpressure. Doesn't close it. */
function streamFile(file: FileHandle): ReadableStream<Uint8Array> {
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

/** Uploads a file's content. The service rejects it if the file has changed since it was listed. */
async function upload(root: string, { path, digest }: ArtifactFile, options: UploadOptions): Promise<void> {
  const file = await openPlainFile(join(root, path.slice("artifacts/".length)));
  if (!file) throw new ApiRefusal(404, `${path} no longer exists`);
  try {
    await options.api.sendContent(options.assignment, { digest, read: () => streamFile(file) }, options.signal);
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
  const { files, skipped } = await listFiles(root);
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
  const uploaded = files.filter(({ digest }) => !changed.has(digest));
  const names = [...skipped, ...files.filter(({ digest }) => changed.has(digest)).map(({ path }) => path)];
  if (names.length > 0) {
    log.warn({ count: names.length, paths: names.slice(0, 10) }, "some artifact files were skipped");
  }
  if (missing.length > 0 && (await api.listArtifacts(assignment, { files: uploaded }, signal)).length > 0) {
    log.error("the service is missing uploaded artifacts");
  }
}

/**
 * Uploads the files in the agent's artifacts folder, except content the service already has. Rejections are only logged, so
 * they never block the end of a run. Throws if `signal` aborts.
 */
export async function uploadArtifacts(options: UploadOptions): Promise<void> {
  const workspace = await realpath(options.workspaceDir).catch(() => undefined);
  const root = workspace && join(workspace, "artifacts");
  if (root === undefined || !(await isPlainFolder(root))) return;
  try {
    await uploadMissing(root, options);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    options.log.warn({ err: error }, "artifacts were rejected");
  }
}
