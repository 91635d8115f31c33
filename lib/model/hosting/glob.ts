type Step =
  | { kind: "char"; char: string }
  /** One character that is not a slash. */
  | { kind: "any" }
  | { kind: "set"; negated: boolean; ranges: readonly (readonly [string, string])[] }
  /** `*`: any number of characters that are not slashes. */
  | { kind: "star" }
  /** `**`: anything. */
  | { kind: "deep" }
  /** `**` and a slash: any number of whole folders. */
  | { kind: "folders" };

function readSet(pattern: readonly string[], from: number): { step: Step; next: number } | undefined {
  let at = from + 1;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at += 1;
  const ranges: [string, string][] = [];
  for (let isFirst = true; isFirst || pattern[at] !== "]"; isFirst = false) {
    const low = pattern[at];
    if (low === undefined) return undefined;
    const high = pattern[at + 1] === "-" && pattern[at + 2] !== "]" ? pattern[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    at += high === undefined ? 1 : 3;
  }
  return { step: { kind: "set", negated, ranges }, next: at + 1 };
}

function readSteps(text: string): Step[] {
  const pattern = [...text];
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at] ?? "";
    const startsFolder = at === 0 || pattern[at - 1] === "/";
    if (char === "*" && pattern[at + 1] === "*") {
      const isFolders = startsFolder && pattern[at + 2] === "/";
      steps.push({ kind: isFolders ? "folders" : "deep" });
      at += isFolders ? 3 : 2;
      continue;
    }
    const set = char === "[" ? readSet(pattern, at) : undefined;
    if (set) {
      steps.push(set.step);
      at = set.next;
      continue;
    }
    if (char === "*") steps.push({ kind: "star" });
    else if (char === "?") steps.push({ kind: "any" });
    else if (char === "\\" && at + 1 < pattern.length) {
      at += 1;
      steps.push({ kind: "char", char: pattern[at] ?? "" });
    } else steps.push({ kind: "char", char });
    at += 1;
  }
  return steps;
}

function accepts(step: Step, char: string): boolean {
  if (step.kind === "char") return step.char === char;
  if (step.kind === "deep" || step.kind === "folders") return true;
  if (char === "/") return false;
  if (step.kind !== "set") return true;
  return step.ranges.some(([low, high]) => low <= char && char <= high) !== step.negated;
}

/** The longest text every matching name contains; empty when a set or a backslash makes that hard to determine. */
function commonText(pattern: string): string {
  if (/[[\\]/.test(pattern)) return "";
  return pattern.split(/[*?/]/).reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/**
 * Compiles a glob for names with slashes: `*` and `?` don't match slashes, `**` does, `**` as a whole folder matches any number of folders, `[a-z]` and `[!a-z]` match one character, `\` escapes the next one. All states are tracked in parallel, so matching takes time proportional to pattern length times name length.
 */
export function compileGlob(pattern: string): (name: string) => boolean {
  const steps = readSteps(pattern);
  const repeats = steps.map(({ kind }) => kind === "star" || kind === "deep" || kind === "folders");
  const end = steps.length;
  const common = commonText(pattern);

  /** Enters a state and the following ones that need no character. `folders` is left only at its start or at a slash. */
  function enter(states: Uint8Array, at: number): void {
    for (let state = at; state <= end && states[state] !== 1; state += 1) {
      states[state] = 1;
      if (!repeats[state]) return;
    }
  }

  return (name) => {
    // Fast path: most names don't match most patterns.
    if (!name.includes(common)) return false;
    let states = new Uint8Array(end + 1);
    let inside = new Uint8Array(end + 1);
    enter(states, 0);
    for (const char of name) {
      const next = new Uint8Array(end + 1);
      const nextInside = new Uint8Array(end + 1);
      for (const [state, step] of steps.entries()) {
        if (states[state] !== 1 && inside[state] !== 1) continue;
        if (!accepts(step, char)) continue;
        if (!repeats[state]) enter(next, state + 1);
        else if (step.kind !== "folders") enter(next, state);
        else {
          nextInside[state] = 1;
          if (char === "/") enter(next, state + 1);
        }
      }
      states = next;
      inside = nextInside;
    }
    return states[end] === 1;
  };
}
