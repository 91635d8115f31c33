import { z } from "zod";

export const rulesetKinds = ["merge_branch", "push_branch", "push_tag", "push_repository"] as const;
export type RulesetKind = (typeof rulesetKinds)[number];

const noParameters = z.strictObject({});
const flag = z.boolean("must be true or false");
const shortText = z
  .string("is required")
  .max(255, "must be at most 255 characters")
  .refine((value) => value.trim() !== "", "must not be empty");

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Also accepts snake_case names; the camelCase one wins. */
function eitherCase<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = new Map(Object.keys(shape).map((name) => [snakeCase(name), name]));
  return z.preprocess((input) => {
    if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
    const entries = Object.entries(input);
    const renamed = entries.map(([name, value]) => [names.get(name) ?? name, value] as const);
    return { ...Object.fromEntries(renamed), ...Object.fromEntries(entries.filter(([name]) => name in shape)) };
  }, z.strictObject(shape));
}

const pullRequest = z.strictObject({
  requiredApprovingReviewCount: z
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be 0 to 50")
    .max(50, "must be 0 to 50")
    .default(1),
  requireCodeOwnerReview: flag.default(false),
  dismissStaleReviewsOnPush: flag.default(false),
  requireLastPushApproval: flag.default(false),
  requiredReviewThreadResolution: flag.default(false),
});

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const maxRequiredChecks = 100;

const RequiredCheck = z.strictObject({
  actorKind: z.enum(["app", "service_account", "user"], "must be app, service_account or user"),
  /** As reported by the check suite's actor. */
  actorId: shortText.refine(
    (id) => !uuid.test(id) && !id.includes("|"),
    "must be an actor id, as reported by a check suite",
  ),
  /** The suite's key. */
  groupKey: shortText,
  /** The run's key; without it every run of the suite must pass. */
  runKey: shortText.optional(),
  /** Display name in merge blockers. */
  name: shortText.optional(),
});
export type RequiredCheckRule = z.infer<typeof RequiredCheck>;

const identity = ({ actorKind, actorId, groupKey, runKey }: RequiredCheckRule) =>
  JSON.stringify([actorKind, actorId, groupKey, runKey ?? null]);

const requireStatusChecks = z.strictObject({
  requiredChecks: z
    .array(RequiredCheck, "is required")
    .max(maxRequiredChecks, `must contain at most ${maxRequiredChecks} checks`)
    .superRefine((checks, context) => {
      const seen = new Set<string>();
      for (const [index, check] of checks.entries()) {
        if (seen.has(identity(check))) {
          context.addIssue({ code: "custom", path: [index], message: "is listed twice" });
        }
        seen.add(identity(check));
      }
    }),
});

const refNamePattern = z.strictObject({
  /** An RE2 expression matched anywhere in the name, without `refs/heads/` or `refs/tags/`. */
  pattern: z.string("is required").min(1, "must not be empty").max(1024, "must be at most 1,024 characters"),
  negate: flag.default(false),
});

/** The parameters of every rule type. */
export const ruleParameters = {
  pull_request: pullRequest,
  require_status_checks: requireStatusChecks,
  require_branch_up_to_date: noParameters,
  deletion: noParameters,
  non_fast_forward: noParameters,
  block_direct_updates: z.strictObject({ blockDirectUpdates: flag.default(true) }),
  block_merges: noParameters,
  ref_name_pattern: refNamePattern,
  required_linear_history: noParameters,
} as const;
const mergeRules: readonly string[] = ["pull_request", "require_status_checks", "require_branch_up_to_date"];

/** As accepted in requests. */
const inputs: Readonly<Record<string, z.ZodType<Record<string, unknown>>>> = {
  ...ruleParameters,
  pull_request: eitherCase(pullRequest.shape),
};

const schemaOf = (ruleType: string) => (Object.hasOwn(inputs, ruleType) ? inputs[ruleType] : undefined);

/** The name of the schema of a rule type's parameters: `PullRequestRuleParameters`. */
export function ruleParametersName(ruleType: string): string {
  const name = ruleType.replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  return `${name}RuleParameters`;
}

/** The types of the rules that rulesets of a kind can have. */
export function ruleTypesOf(kind: RulesetKind): string[] {
  return Object.keys(ruleParameters).filter((type) => mergeRules.includes(type) === (kind === "merge_branch"));
}

/** A rule as sent in a request. */
export interface RuleInput {
  ruleType: string;
  parameters?: unknown;
}

/** The first problem of a rule in a ruleset of a kind, and its path; `undefined` when the rule is valid. */
export function ruleProblem(
  kind: RulesetKind,
  { ruleType, parameters = {} }: RuleInput,
): { path: PropertyKey[]; message: string } | undefined {
  const types = ruleTypesOf(kind);
  if (!types.includes(ruleType)) {
    return { path: ["ruleType"], message: `must be one of ${types.join(", ")} in a ruleset of kind ${kind}` };
  }
  const issue = schemaOf(ruleType)?.safeParse(parameters).error?.issues[0];
  if (!issue) return undefined;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  return unknown === undefined
    ? { path: ["parameters", ...issue.path], message: issue.message }
    : { path: ["parameters", ...issue.path, unknown], message: `is not a parameter of ${ruleType}` };
}

/** A rule's parameters with defaults applied; `undefined` for unknown rules. */
export function readParameters(ruleType: string, parameters: unknown): Record<string, unknown> | undefined {
  return schemaOf(ruleType)?.safeParse(parameters ?? {}).data;
}
