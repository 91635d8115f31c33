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
const threads = new Semaphore(2);

async function judgeInThread(file: JudgedFile): Promise<Judgment> {
  const thread = new Worker(join(projectRoot, "dist", "judge-environment-file.mjs"), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    const [judgment]: Judgment[] = await once(thread, "message", { signal: AbortSignal.timeout(timeoutMs) });
    if (!judgment) throw new Error("no judgment");
    return judgment;
  } catch (error) {
    const reason = error instanceof Error && error.name === "AbortError" ? "within 10 s" : "with 512 MB of memory";
    return { problem: `Invalid environment file\n${file.path} is too complex to be checked ${reason}` };
  } finally {
    await thread.terminate();
  }
}

/** {@link judgeEnvironmentFile} that never blocks this thread for long: larger files are judged in another, two at a time. */
export async function judgeWithoutBlocking(bytes: Uint8Array, path: string): Promise<Judgment> {
  if (bytes.length <= maxImmediateBytes) return judgeEnvironmentFile(bytes, path);
  return threads.run(() => judgeInThread({ bytes, path }));
}
