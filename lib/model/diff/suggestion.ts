export interface Suggestion {
  /** The replacement lines. Empty to delete the lines. */
  lines: string[];
}

const fence = /^(`{3,})suggestion[^\S\n]*\n([\s\S]*?)^\1`*[^\S\n]*$/gm;

/** The suggestions of a comment: its fenced `suggestion` blocks. */
export function parseSuggestions(body: string): Suggestion[] {
  return [...body.replace(/\r\n/g, "\n").matchAll(fence)].map(([, , text = ""]) => ({
    lines: text === "" ? [] : text.replace(/\n$/, "").split("\n"),
  }));
}

/** A comment without its suggestions, for where these are shown as diffs. */
export function withoutSuggestions(body: string): string {
  return body.replace(/\r\n/g, "\n").replace(fence, "").trim();
}

export interface Replacement {
  startLine: number;
  endLine: number;
  lines: readonly string[];
}

/**
 * Replaces lines, keeping the file's line breaks. Returns `undefined` if replacements overlap or exceed the file.
 */
export function replaceLines(text: string, replacements: readonly Replacement[]): string | undefined {
  const ended = text.endsWith("\n");
  const lines = text === "" ? [] : (ended ? text.slice(0, -1) : text).split("\n");
  const carriage =
    lines.length > 0 && lines.every((line, i) => line.endsWith("\r") || (!ended && i === lines.length - 1));
  let last = lines.length + 1;
  for (const { startLine, endLine, lines: replacement } of replacements.toSorted((a, b) => b.startLine - a.startLine)) {
    if (startLine < 1 || endLine < startLine || endLine >= last) return undefined;
    lines.splice(startLine - 1, endLine - startLine + 1, ...replacement.map((line) => (carriage ? `${line}\r` : line)));
    last = startLine;
  }
  return lines.length === 0 ? "" : lines.join("\n") + (ended ? "\n" : "");
}
