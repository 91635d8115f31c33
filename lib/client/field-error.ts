import { CallError } from "./call-error";

/**
 * Splits an error into a field error and a form error. An error of `scopes.3` belongs to the first of `fields`
 * that equals or contains it.
 */
export function splitFieldError(error: Error | null, fields: readonly string[]) {
  const rejected = error instanceof CallError ? error.field : undefined;
  const at = fields.find((field) => rejected === field || rejected?.startsWith(`${field}.`));
  return {
    errorOf: (field: string) => (field === at ? error?.message : undefined),
    failure: at === undefined ? error : null,
  };
}
