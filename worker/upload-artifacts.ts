import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@/lib/core/log";
import type { SandboxDriver } from "@/runner/sandbox/sandbox";
import { collectArtifactFiles } from "@/runner/workspace/collect-artifacts";
import { type ServiceApi, ServiceApiError } from "./service-api";
import type { Assignment } from "./spool";

export interface UploadOptions {
  api: ServiceApi;
  assignment: Assignment;
  workspaceDir: string;
  sandbox: SandboxDriver;
  signal: AbortSignal;
  log: Log;
}

const chunkBytes = 256 * 1024;

/** The bytes of a file, read as they are consumed. */
function streamFile(path: string): ReadableStream<Uint8Array> {
  const opened = open(path);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const file = await opened;
      const { bytesRead, buffer } = await file.read(new Uint8Array(chunkBytes), 0, chunkBytes);
      if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
      await file.close();
      controller.close();
    },
    cancel: async () => (await opened).close(),
  });
}

async function uploadMissing(outbox: string, options: UploadOptions): Promise<void> {
  const { api, assignment, workspaceDir, sandbox, signal, log } = options;
  const collected = await collectArtifactFiles({ driver: sandbox, workspaceDir, into: outbox });
  if (!collected) return;
  const { files, omitted, omittedCount } = collected;
  if (omittedCount > 0) log.warn({ count: omittedCount, paths: omitted }, "artifacts skipped: too many or too large");
  const missing = await api.listArtifacts(assignment, { files }, signal);
  for (const digest of missing) {
    const read = () => streamFile(join(outbox, digest));
    await api.sendContent(assignment, { digest, read }, signal);
  }
  if (missing.length > 0 && (await api.listArtifacts(assignment, { files }, signal)).length > 0) {
    log.error("the service is missing uploaded artifacts");
  }
}

/**
 * Uploads the files in the agent's artifacts folder, except content the service already has. Rejections are only logged, so
 * they never block the end of a run. Throws if `signal` aborts.
 */
export async function uploadArtifacts(options: UploadOptions): Promise<void> {
  const outbox = join(options.workspaceDir, "outbox");
  try {
    await rm(outbox, { recursive: true, force: true });
    await uploadMissing(outbox, options);
  } catch (error) {
    if (!(error instanceof ServiceApiError)) throw error;
    options.log.warn({ err: error }, "artifacts were rejected");
  } finally {
    await rm(outbox, { recursive: true, force: true });
  }
}
