import { z } from "zod";

/** Who can use a variable. */
export const variableScopes = ["team", "repository", "user"] as const;
export const variableKinds = ["variable", "secret"] as const;
/** At every matching launch, or only where the user chooses it. */
export const variableUses = ["automatic", "chosen"] as const;

/** Per team, repository and user. A launch can't have more. */
export const maxSavedVariables = 50;
/** All of a dashboard's secrets, since each is searched for in all output. */
export const maxSavedSecrets = 1_000;
const maxLimits = 20;

const bytes = (text: string) => new TextEncoder().encode(text).length;

export const VariableName = z
  .string("is required")
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,254}$/,
    "must be at most 255 letters, digits and underscores, without a digit first",
  );

export const VariableValue = z
  .string("is required")
  .refine((value) => value !== "" && bytes(value) <= 4096, "must be 1 to 4096 bytes")
  .refine((value) => !value.includes("\0"), "must not contain NUL");

const Limit = z
  .array(z.string().trim().min(1, "must not be empty").max(200, "must be at most 200 characters"))
  .max(maxLimits, `must contain at most ${maxLimits} names`)
  .transform((names) => [...new Set(names)]);

/** How a variable is used, apart from its value. */
export const variableRules = {
  kind: z.enum(variableKinds, "must be variable or secret"),
  apply: z.enum(variableUses, "must be automatic or chosen"),
  /** Model ids it is limited to. Empty: all. */
  models: Limit,
  /** Names of pools it is limited to. Empty: everywhere. */
  pools: Limit,
};

/** What a variable belongs to. `repository` is the repository's URL. */
export const variableOwner = {
  scope: z.enum(variableScopes, "must be team, repository or user"),
  repository: z
    .url({ protocol: /^https?$/, error: "must be a repository URL" })
    .max(2_000, "must be at most 2000 characters")
    .optional(),
};

/** The owner has a repository if and only if its scope is `repository`. */
export function ownerProblem(
  { scope, repository }: { scope: (typeof variableScopes)[number]; repository?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  if ((scope === "repository") === (repository !== undefined)) return;
  const message = scope === "repository" ? "is required" : "is only for the scope repository";
  context.addIssue({ code: "custom", path: ["repository"], message });
}

/** A saved variable. The value of a secret is never part of it. */
export const SavedVariable = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(variableScopes),
  /** `owner/name`, or the URL of a repository hosted elsewhere. */
  repository: z.string().optional(),
  kind: z.enum(variableKinds),
  /** Missing for secrets, and if it can't be decrypted. */
  value: z.string().optional(),
  apply: z.enum(variableUses),
  models: z.array(z.string()),
  pools: z.array(z.string()),
  updatedAt: z.string(),
  /** Email of the user who changed it last. */
  updatedBy: z.string(),
  /** Number of launches. */
  uses: z.number(),
  lastUse: z.object({ at: z.string(), agentId: z.string() }).optional(),
});
export type SavedVariable = z.infer<typeof SavedVariable>;

export const VariablePath = z.object({ id: z.uuid("must be a variable id") });
