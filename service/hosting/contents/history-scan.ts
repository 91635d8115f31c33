import { GitLimitExceeded } from "@/git/run-git";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import { TooManyWaiting } from "@/lib/core/concurrency/semaphore";
import { apiError } from "../../core/http/api-error";
import { principalKey } from "../../core/http/points";
import type { Principal } from "../../core/principal";

/** Limits concurrent walks through histories: each can keep a core busy for seconds. */
const scans = new FairSemaphore({ limit: 4, maxWaiting: 64 });

/**
 * Runs a git command that reads much of a history. Throws Unavailable if too many are waiting, and FailedPrecondition if it
 * exceeds its limits.
 */
export async function scanHistory<T>(principal: Principal, signal: AbortSignal, scan: () => Promise<T>): Promise<T> {
  try {
    return await scans.run(principalKey(principal), scan, signal);
  } catch (error) {
    if (error instanceof TooManyWaiting) {
      throw apiError.repohost("Unavailable", "Too many histories are being read. Retry later.");
    }
    if (!(error instanceof GitLimitExceeded)) throw error;
    throw apiError.repohost(
      "FailedPrecondition",
      "The file or its history is too large. Clone the repository to read it.",
    );
  }
}
