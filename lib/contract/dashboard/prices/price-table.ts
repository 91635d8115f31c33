import { z } from "zod";

/** A price per million tokens, as decimal text with up to six decimals. */
const Price = z.string().regex(/^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,6})?$/, "must be a number such as 3 or 0.25");

export const ModelPrice = z.object({
  /** A model id, or `*` for every model not listed. */
  model: z.string("is required").trim().min(1, "must not be empty").max(200, "must be at most 200 characters"),
  input: Price,
  output: Price,
  cacheWrite: Price,
  cacheRead: Price,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

export const PriceTable = z
  .object({
    currency: z.string().regex(/^[A-Z]{3}$/, "must be a currency code such as USD"),
    prices: z.array(ModelPrice).max(200, "must contain at most 200 models"),
  })
  .superRefine(({ prices }, context) => {
    const seen = new Set<string>();
    for (const [index, { model }] of prices.entries()) {
      if (seen.has(model)) {
        context.addIssue({ code: "custom", path: ["prices", index, "model"], message: `"${model}" is listed twice` });
      }
      seen.add(model);
    }
  });
export type PriceTable = z.infer<typeof PriceTable>;
