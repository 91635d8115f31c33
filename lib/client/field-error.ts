import { CallError } from "./call-error";

/**
 * Splits a refusal into the error of a form field and that of the form as a whole. A refusal of `scopes.3` belongs to the
 * first of `fields` that is it or holds it.
 */
export function splitFieldError(error: Error | null, fields: readonly string[]) {
  const refused = error instanceof CallError ? error.field : undefined;
  const at = fields.find((field) => refused === field || refused?.startsWith(`${field}.`));
  return {
    errorOf: (field: string) => (field === at ? error?.message : undefined),
    failure: at === undefined ? error : null,
  };
}
