import type { Diagnostic } from "./diagnostic";

/** A file of nothing but mistakes should not fill memory and screen. */
const maxFindings = 500;

export interface Findings {
  readonly all: readonly Diagnostic[];
  /** True when further findings are not kept. */
  readonly full: boolean;
  add(finding: Diagnostic): void;
}

/** Gathers findings, up to a bound; the last one says so when there were more. */
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
        const message = `There are more than ${maxFindings} problems; the rest is not listed.`;
        all.push({ severity: "error", code: "too-many-problems", message, path: [], start, end });
      }
    },
  };
}
