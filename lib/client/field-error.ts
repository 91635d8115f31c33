import { CallError } from "./call-error";

/**
 * Splits an error into a field error and a form error. An error of `scopes.3` belongs to the first of `fields`
 * that equals or contains it.
 */
export function splitFieldError(error: Error | null, fields: readonly string[]) {
  const rejected = error instanceof CallError ? error.field : undefined;
  const at = fields.find((field) => rejected === field || rejected?.startsWith(`${field}.`));
  // The field's label is next to the message.
  const message = error?.message.startsWith(`${rejected}: `)
    ? error.message.slice(`${rejected}: `.length)
    : error?.message;
  return {
    errorOf: (field: string) => (field === at ? message : undefined),
    failure: at === undefined ? error : null,
  };
}
