/** One line of the result. */
export interface Figure {
  name: string;
  measured: string;
  /** What it is held against: a target of the product, or what Postgres alone does. */
  against: string;
  ratio: string;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")} events/s`;
export const ratio = (measured: number, against: number) => `${(measured / against).toFixed(2)} ×`;

/** The value that `share` of all values stay at or below. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN;
}

/** The figures side by side, as a table that Markdown shows too. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = [
    { name: "figure", measured: "measured", against: "target or reference", ratio: "ratio" },
    ...figures,
  ].map(({ name, measured, against, ratio: quotient }) => [name, measured, against, quotient]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
