/**
 * Converts a dotted field name to the notation of the hosting API's errors: `files.3.filePath` becomes `files[3].file_path`. A leading index is left unchanged.
 */
export function violationField(field: string): string {
  return field
    .split(".")
    .map((part, index) => (index > 0 && /^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? "." : ""}${snakeCase(part)}`))
    .join("");
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The inverse, for forms, which use the field names of requests. */
export function requestField(violation: string): string {
  return violation.replace(/\[(\d+)\]/g, ".$1").replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
