/** A stretch of the text, in UTF-16 units; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** Where a value stands in the document: property names and list positions, outermost first. */
export type Path = readonly (string | number)[];

/** A change of the text: what stands in the range is replaced. */
export interface Edit extends Range {
  text: string;
}

export type Severity = "error" | "warning" | "info";

/** One finding. An error makes the file invalid; a warning says that the file may not do what it seems to say. */
export interface Diagnostic extends Range {
  severity: Severity;
  code: string;
  message: string;
  path: Path;
  /** A change that mends it, where one is sure enough to be offered. */
  fix?: { title: string; edits: readonly Edit[] };
}

/** A path as people write it: `ports[0].port`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
