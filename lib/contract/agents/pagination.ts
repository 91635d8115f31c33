import { z } from "zod";

/** A whole number sent as query text, between 1 and `max`. */
export const limit = (fallback: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, {
      error: `must be between 1 and ${max}`,
      params: { description: `1 to ${max}, by default ${fallback}` },
    })
    .optional()
    .transform((value) => value ?? fallback);

/** `true` or `false` sent as query text. */
export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .transform((value) => (value === undefined ? fallback : value === "true"));

/** Query of the two paged lists of the agent API. Unknown keys are rejected. */
export const PageQuery = z.strictObject({ limit: limit(20, 100), cursor: z.string().min(1).optional() });
