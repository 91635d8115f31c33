type CsvValue = string | number | boolean | undefined;

/** Text a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r]/;

function cell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** One row of CSV (RFC 4180), with its line end. Text that a spreadsheet would run is led by an apostrophe. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}
