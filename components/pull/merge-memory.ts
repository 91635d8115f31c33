/** What merges of this page took along, by the pull request they were asked for. */
const merged = new Map<string, readonly string[]>();

export function rememberMerge(pullId: string, numbers: readonly string[]): void {
  merged.set(pullId, numbers);
}

export function mergedTogether(pullId: string): readonly string[] {
  return merged.get(pullId) ?? [];
}
