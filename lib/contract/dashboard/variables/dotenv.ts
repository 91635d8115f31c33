import { z } from "zod";
import { ownerProblem, variableOwner, variableRules } from "../saved-variable";

/** Enough for the most variables of the largest size. */
const maxTextLength = 300_000;

/** The text of a `.env` file and how to save its variables. */
export const DotenvBody = z
  .strictObject({
    ...variableOwner,
    ...variableRules,
    text: z.string("is required").max(maxTextLength, `must be at most ${maxTextLength} characters`),
  })
  .superRefine(ownerProblem);

/** What saving the text does to each name in it. */
export const DotenvEntry = z.object({
  name: z.string(),
  result: z.enum(["added", "overwritten", "invalid"]),
  /** Why it is invalid. */
  problem: z.string().optional(),
});
export type DotenvEntry = z.infer<typeof DotenvEntry>;

export const DotenvResult = z.object({ entries: z.array(DotenvEntry) });
