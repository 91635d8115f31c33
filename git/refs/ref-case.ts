import type { RefUpdate } from "./ref-update";
import { listReferenceNames } from "./references";

/** A reference and an existing one that are the same on some file systems, or where one is a folder of the other. */
export interface CaseConflict {
  ref: string;
  existing: string;
}

/** File systems that ignore case also treat composed and decomposed characters as equal. */
const fold = (name: string) => name.normalize("NFC").toLowerCase();

/** The folders of a reference below `refs/`, shortest first. */
function foldersOf(name: string): string[] {
  const parts = name.split("/");
  return parts.slice(3).map((_part, index) => parts.slice(0, index + 3).join("/"));
}

/** Names by their folded form: those of references, and those of the folders that contain them. */
class FoldedNames {
  readonly #refs = new Map<string, string>();
  readonly #folders = new Map<string, { folder: string; ref: string }>();

  add(ref: string): void {
    this.#refs.set(fold(ref), ref);
    for (const folder of foldersOf(ref)) this.#folders.set(fold(folder), { folder, ref });
  }

  conflictOf(ref: string): string | undefined {
    const same = this.#refs.get(fold(ref));
    if (same !== undefined && same !== ref) return same;
    const inside = this.#folders.get(fold(ref));
    if (inside && inside.folder !== ref) return inside.ref;
    return foldersOf(ref)
      .map((folder) => ({ folder, above: this.#refs.get(fold(folder)) }))
      .find(({ folder, above }) => above !== undefined && above !== folder)?.above;
  }
}

/**
 * Conflicts of updated references with existing ones and with each other that differ only in case. They are found on every
 * file system: on one that ignores case, such an update would move the other reference without its rules. References that
 * exist under exactly the same name are never in conflict.
 */
export async function findCaseConflicts(dir: string, updates: readonly RefUpdate[]): Promise<CaseConflict[]> {
  const exact = await listReferenceNames(dir, "refs/heads", "refs/tags");
  const others = updates.filter(({ ref }) => !exact.has(ref));
  if (others.length === 0) return [];
  const names = new FoldedNames();
  for (const name of exact) names.add(name);
  const conflicts: CaseConflict[] = [];
  for (const { ref } of others) {
    const found = names.conflictOf(ref);
    if (found !== undefined) conflicts.push({ ref, existing: found });
    names.add(ref);
  }
  return conflicts;
}

/** A conflict as the end of a sentence about the reference. */
export const caseProblem = ({ existing }: CaseConflict) => `conflicts with ${existing}, ignoring case`;
