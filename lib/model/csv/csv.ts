type CsvValue = string | number | boolean | undefined;

/** Text that a spreadsheet would treat as a formula. */
const formula = /^[=+\-@\t\r]/;

function cell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One CSV row (RFC 4180), including the line break. Formulas are prefixed with an apostrophe. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
