import { z } from "zod";
import { openEnum } from "../../open-enum";
import { RepoPath } from "../repo";
import { ruleParameters, ruleParametersName, ruleProblem, rulesetKinds } from "./ruleset-rules";

export const enforcements = ["active", "evaluate", "disabled"] as const;
export const bypassModes = ["always", "pull_request_only"] as const;
export const bypassRoles = ["namespace_admin", "repository_admin", "repository_write"] as const;

const maxPatterns = 64;
const maxRules = 20;
const maxBypassActors = 15;

const bypass = {
  user: z.looseObject({ id: z.string("is required").min(1, "must not be empty").max(255, "is too long") }).optional(),
  team: z
    .looseObject({ organizationPublicId: z.string("is required"), groupPublicId: z.string("is required") })
    .optional(),
  app: z
    .looseObject({ id: z.string("is required").regex(/^app_.{1,251}$/, "must be the id of an app: app_…") })
    .optional(),
};

/** A set of rules for references of a repository (hosting specification, section 2 Ruleset). */
export const Ruleset = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  enforcement: openEnum(enforcements),
  kind: openEnum(rulesetKinds),
  includedRefNames: z.array(z.string()),
  excludedRefNames: z.array(z.string()),
  rules: z.array(
    z.looseObject({ id: z.string(), ruleType: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  ),
  bypassActors: z.array(
    z.looseObject({
      id: z.string(),
      bypassMode: openEnum(bypassModes),
      user: z.looseObject({ id: z.string() }).optional(),
      team: z.looseObject({ organizationPublicId: z.string(), groupPublicId: z.string() }).optional(),
      app: z.looseObject({ id: z.string() }).optional(),
      repohostRole: z.looseObject({ role: openEnum(bypassRoles) }).optional(),
    }),
  ),
});
export type Ruleset = z.infer<typeof Ruleset>;

/** An empty id reaches the operation so the error can name the field. */
export const RulesetPath = RepoPath.extend({ rulesetId: z.string().trim().min(1, "must not be empty") });

const refNames = z
  .array(
    z
      .string("must be text")
      .min(1, "must not be empty")
      .max(1024, "must be at most 1,024 characters")
      .refine((name) => !name.startsWith("~") || name === "~ALL" || name === "~DEFAULT_BRANCH", {
        error: "is not a valid pattern: the tokens are ~ALL and ~DEFAULT_BRANCH",
      }),
    "must be a list of patterns",
  )
  .max(maxPatterns, `must contain at most ${maxPatterns} patterns`)
  .default([]);

const BypassActorInput = z
  .looseObject({
    bypassMode: z.enum(bypassModes, "must be always or pull_request_only"),
    ...bypass,
    repohostRole: z
      .looseObject({
        role: z.enum(bypassRoles, "must be namespace_admin, repository_admin or repository_write"),
      })
      .optional(),
  })
  .refine(
    ({ user, team, app, repohostRole }) =>
      [user, team, app, repohostRole].filter((each) => each !== undefined).length === 1,
    "must set exactly one of user, team, app and repohostRole",
  );
export type BypassActorInput = z.infer<typeof BypassActorInput>;

/** A rule's type with its parameters, in terms of JSON Schema. */
const describedRules = Object.keys(ruleParameters).map((ruleType) => ({
  title: ruleType,
  properties: {
    ruleType: { const: ruleType },
    parameters: { $ref: `#/components/schemas/${ruleParametersName(ruleType)}` },
  },
}));

/** Body of creating or replacing a ruleset. */
export const RulesetBody = z
  .looseObject({
    name: z
      .string("is required")
      .max(255, "must be at most 255 characters")
      .refine((name) => name.trim() !== "", "must not be empty"),
    description: z.string("must be text").max(65_536, "must be at most 65,536 characters").default(""),
    enforcement: z.enum(enforcements, "must be active, evaluate or disabled"),
    kind: z.enum(rulesetKinds, "must be merge_branch, push_branch, push_tag or push_repository"),
    includedRefNames: refNames,
    excludedRefNames: refNames,
    rules: z
      .array(
        z
          .looseObject({
            ruleType: z.string("is required"),
            parameters: z.record(z.string(), z.unknown(), "must be an object").optional(),
          })
          .meta({ oneOf: describedRules }),
        "must be a list of rules",
      )
      .max(maxRules, `must contain at most ${maxRules} rules`)
      .default([]),
    bypassActors: z
      .array(BypassActorInput, "must be a list of actors")
      .max(maxBypassActors, `must contain at most ${maxBypassActors} actors`)
      .default([]),
  })
  .superRefine(({ kind, rules }, context) => {
    for (const [index, rule] of rules.entries()) {
      const problem = ruleProblem(kind, rule);
      if (problem) {
        context.addIssue({ code: "custom", path: ["rules", index, ...problem.path], message: problem.message });
      }
    }
  });
export type RulesetBody = z.infer<typeof RulesetBody>;
