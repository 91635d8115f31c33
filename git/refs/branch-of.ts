/** The branch in `refs/heads/<branch>` or `heads/<branch>`; `undefined` for other names. */
export function branchOf(ref: string): string | undefined {
  return /^(?:refs\/)?heads\/(.+)$/s.exec(ref)?.[1];
}
