/** A range of the text, in UTF-16 units; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** The path of a value: property names and list indexes, outermost first. */
export type Path = readonly (string | number)[];

/** Replaces a range of the text. */
export interface Edit extends Range {
  text: string;
}

export type Severity = "error" | "warning" | "info";

/** One finding. An error makes the file invalid; a warning means that the file may not do what it appears to. */
export interface Diagnostic extends Range {
  severity: Severity;
  code: string;
  message: string;
  path: Path;
  /** A fix, if one is certain enough to offer. */
  fix?: Fix;
}

export interface Fix {
  title: string;
  edits: readonly Edit[];
}

/** Creates a diagnostic for any range, such as a node. */
export function diagnosticAt(
  range: Range,
  { fix, ...diagnostic }: Omit<Diagnostic, "start" | "end" | "fix"> & { fix?: Fix | undefined },
): Diagnostic {
  const { start, end } = range;
  return { ...diagnostic, start, end, ...(fix && { fix }) };
}

/** A fix that replaces a range. */
export function replacement(title: string, { start, end }: Range, text: string): Fix {
  return { title, edits: [{ start, end, text }] };
}

/** A path in JavaScript notation: `ports[0].port`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
