import { z } from "zod";

/** An enum for responses: known values are documented, unknown values from a newer service pass through. */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.union([z.enum(values), z.string()]);
}
