import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { NamespacePath } from "../../hosting/installation";
import { reservedSlugs } from "../../hosting/repo";

const paid = ["starter", "plus", "pro", "team", "enterprise"] as const;

const fields = {
  /** `none` is a free plan; all others are eligible. */
  plan: z.enum(["none", ...paid]),
  /** Team settings; they don't apply to a user's namespace. */
  legacyPrivacy: z.boolean(),
  hosting: z.boolean(),
};

/** Determines whether repositories and apps can be created in a namespace and pushed to. */
export const OwnerAccount = z.object(fields);
export type OwnerAccount = z.infer<typeof OwnerAccount>;

export const isEligiblePlan = (plan: OwnerAccount["plan"]) => plan !== "none";

export const updateNamespace = defineOperation({
  id: "updateNamespace",
  summary: "Update a namespace's slug, plan and settings",
  method: "PATCH",
  path: "/admin/v1/namespaces/{namespaceSlug}",
  pathParams: NamespacePath,
  body: z
    .strictObject({
      ...fields,
      /** A new slug; URLs with the old one stop working immediately. */
      slug: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "must be 1 to 100 letters, digits, dots, dashes or underscores")
        .refine((slug) => !reservedSlugs.has(slug.toLowerCase()), "is reserved"),
    })
    .partial(),
  response: z.looseObject({ slug: z.string(), eligible: z.boolean(), ...fields }),
});
