import { checkRepositorySize, defaultPushLimits, isDiskFull, type PushLimits } from "@/git/transport/check-push-limits";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";

const megabyte = 1024 ** 2;

/** A repository's size limits, from the service settings. */
export function repositoryLimits({ settings }: Pick<Context, "settings">): PushLimits {
  return {
    ...defaultPushLimits,
    repositoryBytes: settings.repositoryLimitMb * megabyte,
    fileBytes: settings.fileLimitMb * megabyte,
  };
}

/**
 * Throws Unavailable if the disk is nearly full, and FailedPrecondition if the repository's folder, including objects in
 * quarantine, is larger than allowed.
 */
export async function requireFreeSpace(context: Pick<Context, "settings">, dir: string): Promise<void> {
  const limits = repositoryLimits(context);
  if (await isDiskFull(dir, limits)) throw apiError.repohost("Unavailable", "The disk is nearly full");
  const problem = await checkRepositorySize(dir, limits);
  if (problem) throw apiError.repohost("FailedPrecondition", problem);
}
