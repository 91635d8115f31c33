import type { Diagnostic } from "./diagnostic";

/** Limits memory and output for files with many errors. */
const maxFindings = 500;

export interface Findings {
  readonly all: readonly Diagnostic[];
  /** True when all remaining findings can be dropped: the limit is reached and an error was already dropped. */
  readonly full: boolean;
  /** True when the remaining warnings are dropped. */
  readonly fullOfWarnings: boolean;
  add(finding: Diagnostic): void;
}

/** Collects findings up to a limit. At the limit, one final finding reports it: an error only if an error was dropped. */
export function createFindings(): Findings {
  const all: Diagnostic[] = [];
  return {
    all,
    get full() {
      return all[maxFindings]?.severity === "error";
    },
    get fullOfWarnings() {
      return all.length > maxFindings;
    },
    add(finding) {
      if (all.length < maxFindings) all.push(finding);
      else if (all.length === maxFindings || finding.severity === "error") {
        const { start, end } = all[maxFindings] ?? finding;
        const severity = finding.severity === "error" ? "error" : "warning";
        const message = `More than ${maxFindings} problems. The rest aren't listed.`;
        all[maxFindings] = { severity, code: "too-many-problems", message, path: [], start, end };
      }
    },
  };
}
