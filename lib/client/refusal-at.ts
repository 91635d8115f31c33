import { CallError } from "./call-error";

/**
 * Parts what is told at the fields of a form from what is told of it as a whole. A refusal of `scopes.3` belongs to the
 * first of `fields` that is it or holds it.
 */
export function refusalAt(error: Error | null, fields: readonly string[]) {
  const refused = error instanceof CallError ? error.field : undefined;
  const at = fields.find((field) => refused === field || refused?.startsWith(`${field}.`));
  return {
    errorOf: (field: string) => (field === at ? error?.message : undefined),
    failure: at === undefined ? error : null,
  };
}
