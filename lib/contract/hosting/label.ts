import { z } from "zod";
import { atMostCharacters } from "../at-most-characters";
import { RepoPath } from "./repo";

/** A label of a repository (hosting specification, section 2 Label). */
export const Label = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Six hexadecimal digits without a leading `#`. */
  color: z.string(),
  description: z.string().optional(),
});
export type Label = z.infer<typeof Label>;

/** Names are trimmed before lookup. */
export const LabelPath = RepoPath.extend({ labelName: z.string().transform((name) => name.trim()) });

export const labelName = z
  .string("must be text")
  .max(1000, "must be at most 50 characters")
  .transform((name) => name.trim())
  .refine((name) => name !== "", "must not be empty")
  .refine(...atMostCharacters(50))
  .refine((name) => !name.includes("\0"), "must not contain NUL characters");

export const labelColor = z
  .string("must be text")
  .regex(/^[0-9a-f]{6}$/i, "must be six hexadecimal digits without a leading #");

export const labelDescription = z
  .string("must be text")
  .refine(...atMostCharacters(255))
  .refine((text) => !text.includes("\0"), "must not contain NUL characters");

/** Label names to set on a pull request; duplicates are ignored. */
export const labelNames = z
  .array(
    z
      .string("must be text")
      .transform((name) => name.trim())
      .refine((name) => !name.includes("\0"), "must not contain NUL characters"),
    "must be a list of label names",
  )
  .transform((names) => [...new Set(names)]);

/** All labels of a pull request, sorted by name. */
export const AssignedLabels = z.looseObject({ labels: z.array(Label) });
