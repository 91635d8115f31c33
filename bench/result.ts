/** One row of the results table. */
export interface Result {
  name: string;
  measured: string;
  /** The target, or the same work done by a reference such as Postgres or git. */
  reference: string;
  ratio: string;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")} events/s`;
export const ratio = (measured: number, reference: number) => `${(measured / reference).toFixed(2)} ×`;

/** Returns the smallest value that at least `share` (0 to 1) of all values don't exceed. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN;
}

/** Formats results as a Markdown table. */
export function formatResults(results: readonly Result[]): string {
  const rows = [
    { name: "result", measured: "measured", reference: "target or reference", ratio: "ratio" },
    ...results,
  ].map(({ name, measured, reference, ratio: quotient }) => [name, measured, reference, quotient]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
