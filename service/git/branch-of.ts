/** The branch a reference names as `refs/heads/<branch>` or `heads/<branch>`; `undefined` for every other name. */
export function branchOf(ref: string): string | undefined {
  return /^(?:refs\/)?heads\/(.+)$/s.exec(ref)?.[1];
}
