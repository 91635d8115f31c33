import { z } from "zod";

/** Hosting API page size: unset or 0 is 30, above 100 is clamped. */
export const pageSize = z
  .string()
  .regex(/^[0-9]{1,9}$/, "must be a whole number")
  .optional()
  .transform((text) => Math.min(Number(text ?? 0) || 30, 100));

export const RepohostPageQuery = z.looseObject({ pageSize, pageToken: z.string().optional() });
