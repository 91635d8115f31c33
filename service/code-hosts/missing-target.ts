import type { PushRequest } from "./code-host";

/** The problem of a repository or pull request that doesn't exist or that its user can't push to. */
export const missingTarget = ({ url, prUrl }: PushRequest) =>
  prUrl === undefined
    ? `${url} doesn't exist or you can't write to it`
    : `${prUrl} is not a pull request you can push to`;
