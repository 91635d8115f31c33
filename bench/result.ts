type Unit = "ms" | "/s" | "events/s" | "kB" | "MB" | "nodes" | "watches";

/** One row of the results table. */
export interface Result {
  name: string;
  value: number;
  unit: Unit;
  /** The value of the same work done by something else in the same run, such as Postgres or git, and what that is. */
  reference?: readonly [value: number, by: string];
  /** The most for times and sizes, the least for rates: as a value, as a multiple of the reference, or both. */
  target?: { value?: number; ratio?: number };
}

const isRate = ({ unit }: Result) => unit.endsWith("/s");

/** Returns the smallest value that at least `share` (0 to 1) of all values don't exceed. */
export function quantile(values: readonly number[], share: number): number {
  const ordered = [...values].sort((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN;
}

function formatValue(value: number, unit: Unit): string {
  const digits = unit === "ms" && value < 10 ? 1 : 0;
  const number = value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === "/s" ? `${number}${unit}` : `${number} ${unit}`;
}

const ratioOf = ({ value, reference }: Result) => reference && value / reference[0];

/** The target, and whether it is met: `≤ 50 ms`, `yes`. */
function judge(result: Result): [target: string, met: string] {
  const { value, unit, target = {} } = result;
  const ratio = ratioOf(result);
  const [sign, holds] = isRate(result)
    ? ["≥", (measured: number, bound: number) => measured >= bound]
    : ["≤", (measured: number, bound: number) => measured <= bound];
  const parts = [
    ...(target.value === undefined ? [] : [{ text: formatValue(target.value, unit), met: holds(value, target.value) }]),
    ...(target.ratio === undefined
      ? []
      : [{ text: `${target.ratio} ×`, met: holds(ratio ?? Number.NaN, target.ratio) }]),
  ];
  if (parts.length === 0) return ["–", "–"];
  return [parts.map(({ text }) => `${sign} ${text}`).join(", "), parts.every(({ met }) => met) ? "yes" : "no"];
}

/** Formats results as a Markdown table. */
export function formatResults(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { name, value, unit, reference } = result;
    const ratio = ratioOf(result);
    return [
      name,
      formatValue(value, unit),
      reference ? `${formatValue(reference[0], unit)} ${reference[1]}` : "–",
      ratio === undefined ? "–" : `${ratio.toFixed(2)} ×`,
      ...judge(result),
    ];
  });
  const head = ["result", "measured", "reference", "ratio", "target", "met"];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
