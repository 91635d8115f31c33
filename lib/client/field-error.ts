import { CallError } from "./call-error";

/**
 * Splits an error into that of a form field and that of the whole form. An error of `scopes.3` belongs to the first of `fields`
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
