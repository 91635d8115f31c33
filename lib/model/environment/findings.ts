import type { Diagnostic } from "./diagnostic";

/** Limits memory and output for files with many errors. */
const maxFindings = 500;

export interface Findings {
  readonly all: readonly Diagnostic[];
  /** True when further findings are dropped. */
  readonly full: boolean;
  add(finding: Diagnostic): void;
}

/** Collects findings up to a limit. At the limit, one final finding reports it. */
export function createFindings(): Findings {
  const all: Diagnostic[] = [];
  return {
    all,
    get full() {
      return all.length > maxFindings;
    },
    add(finding) {
      if (all.length < maxFindings) all.push(finding);
      else if (all.length === maxFindings) {
        const { start, end } = finding;
        const message = `More than ${maxFindings} problems. The rest aren't listed.`;
        all.push({ severity: "error", code: "too-many-problems", message, path: [], start, end });
      }
    },
  };
}
