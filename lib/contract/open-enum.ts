import { z } from "zod";

/** An enum for readers: known values are documented, a newer service's unknown value passes as it is. */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.union([z.enum(values), z.string()]);
}
