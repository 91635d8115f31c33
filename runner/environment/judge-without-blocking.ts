import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { projectRoot } from "@/lib/core/settings/project-root";
import { type Judgment, judgeEnvironmentFile } from "./judge-environment-file";
import type { JudgedFile } from "./judge-thread";

/** Files up to this size are judged at once, within milliseconds. */
const maxImmediateBytes = 32 * 1024;
const timeoutMs = 10_000;
const maxHeapMegabytes = 512;
const threads = new Semaphore(2);

/** The limit that a thread exceeded; `undefined` for any other error. */
function exceededLimit(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "AbortError") return `${timeoutMs / 1000} seconds`;
  const isTooLarge = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isTooLarge ? `${maxHeapMegabytes} MB of memory` : undefined;
}

async function judgeInThread(file: JudgedFile): Promise<Judgment> {
  const thread = new Worker(join(projectRoot, "dist", "judge-environment-file.mjs"), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  });
  try {
    const [judgment]: Judgment[] = await once(thread, "message", { signal: AbortSignal.timeout(timeoutMs) });
    if (!judgment) throw new Error("no judgment");
    return judgment;
  } catch (error) {
    const limit = exceededLimit(error);
    if (limit === undefined) throw error;
    return { problem: `Invalid environment file\n${file.path}: checking it needs more than ${limit}` };
  } finally {
    await thread.terminate();
  }
}

/** {@link judgeEnvironmentFile} that never blocks this thread for long: larger files are judged in another, two at a time. */
export async function judgeWithoutBlocking(bytes: Uint8Array, path: string): Promise<Judgment> {
  if (bytes.length <= maxImmediateBytes) return judgeEnvironmentFile(bytes, path);
  return threads.run(() => judgeInThread({ bytes, path }));
}
