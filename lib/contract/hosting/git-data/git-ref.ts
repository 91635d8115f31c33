import { z } from "zod";
import { openEnum } from "../../open-enum";

/** The object a reference or tag points to directly. */
export const TaggedObject = z.looseObject({
  sha: z.string(),
  type: openEnum(["commit", "tree", "blob", "tag"]),
});

/** A full reference name such as `refs/heads/main`, or `HEAD`. */
export const GitRef = z.looseObject({ ref: z.string(), object: TaggedObject });
export type GitRef = z.infer<typeof GitRef>;

/** A full object id. */
export const objectId = z
  .string("is required")
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, "must be a full hexadecimal SHA")
  .transform((text) => text.toLowerCase());
