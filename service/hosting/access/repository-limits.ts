import type { Context } from "../../core/context";
import { type PushLimits, usualPushLimits } from "../../git/check-push-limits";

const megabyte = 1024 ** 2;

/** What a repository can hold, by the settings of the service. */
export function repositoryLimits({ settings }: Pick<Context, "settings">): PushLimits {
  return {
    ...usualPushLimits,
    repositoryBytes: settings.repositoryLimitMb * megabyte,
    fileBytes: settings.fileLimitMb * megabyte,
  };
}
