import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { sortStack } from "@/lib/model/pulls/sort-stack";

/** A pull request of a list, with its place among the listed layers of its stack. */
export interface ListedPull<Entry> {
  entry: Entry;
  /** From 1, the lowest layer. Only for stacks with several listed layers. */
  layer?: { position: number; count: number };
}

/** Puts listed layers of the same stack together, the top layer first, at the place of the first one. */
export function groupStacks<Entry>(
  entries: readonly Entry[],
  pullOf: (entry: Entry) => PullRequest,
): ListedPull<Entry>[] {
  const byId = new Map(entries.map((entry) => [pullOf(entry).id, entry]));
  const stacks = new Map<string, PullRequest[]>();
  for (const entry of entries) {
    const pull = pullOf(entry);
    if (pull.stack) stacks.set(pull.stack.id, [...(stacks.get(pull.stack.id) ?? []), pull]);
  }
  const layers = new Map([...stacks].map(([id, pulls]) => [id, sortStack(pulls)]));
  return entries.flatMap((entry): ListedPull<Entry>[] => {
    const { stack } = pullOf(entry);
    const found = stack && layers.get(stack.id);
    if (!stack || !found) return stack ? [] : [{ entry }];
    // The following layers of the stack are listed here already.
    layers.delete(stack.id);
    const count = found.length;
    return found
      .flatMap(({ id }, index): ListedPull<Entry>[] => {
        const layer = byId.get(id);
        return layer ? [{ entry: layer, ...(count > 1 ? { layer: { position: index + 1, count } } : {}) }] : [];
      })
      .reverse();
  });
}
