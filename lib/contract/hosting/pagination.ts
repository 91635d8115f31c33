import { z } from "zod";

const sizeOf = (text: string | undefined) => Math.min(Number(text ?? 0) || 30, 100);

const pageSizes = "1 to 100, by default 30. Larger values are reduced to 100.";

/** Hosting API page size: unset or 0 is 30, above 100 is clamped. */
export const pageSize = z
  .string()
  .regex(/^[0-9]{1,9}$/, "must be a whole number")
  .optional()
  .transform((text) => sizeOf(text))
  .describe(pageSizes);

export const RepohostPageQuery = z.looseObject({ pageSize, pageToken: z.string().optional() });

/** A page of a diff. A `pageSize` sent with a token must match the token's. */
export const RepohostFilesQuery = z.looseObject({
  pageSize: z
    .string()
    .regex(/^[0-9]{1,9}$/, "must be a whole number")
    .optional()
    .transform((text) => (text === undefined ? undefined : sizeOf(text)))
    .describe(pageSizes),
  pageToken: z.string().optional(),
});
