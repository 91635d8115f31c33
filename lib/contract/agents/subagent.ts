import { z } from "zod";
import { ModelSelection } from "./model";

/** Reserved names; the specification lists four "and others". */
export const builtInSubagents: ReadonlySet<string> = new Set([
  "explore",
  "debug",
  "shell",
  "computerUse",
  "plan",
  "general",
]);

const Subagent = z.object({
  name: z
    .string("is required")
    .min(1, "must not be empty")
    .refine((name) => !builtInSubagents.has(name), "is the name of a built-in subagent"),
  description: z.string("is required").min(1, "must not be empty"),
  prompt: z.string("is required").min(1, "must not be empty"),
  model: z.union([z.string().min(1), ModelSelection]).optional(),
});

export type CustomSubagent = z.output<typeof Subagent>;

export const CustomSubagents = z
  .array(Subagent)
  .max(20, "must contain at most 20 subagents")
  .superRefine((subagents, context) => {
    const seen = new Set<string>();
    for (const [index, { name }] of subagents.entries()) {
      if (seen.has(name)) {
        context.addIssue({ code: "custom", path: [index, "name"], message: `"${name}" is used twice` });
      }
      seen.add(name);
    }
  });
