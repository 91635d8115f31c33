import { z } from "zod";
import type { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import { enforcements, type Ruleset, RulesetBody } from "@/lib/contract/hosting/rulesets/ruleset";
import { rulesetKinds } from "@/lib/contract/hosting/rulesets/ruleset-rules";
import type { BodyInputOf } from "@/lib/contract/operation";

export type RulesetInput = BodyInputOf<typeof createRuleset>;

/** The form fields of a ruleset. */
export interface RulesetFields {
  name: string;
  description: string;
  enforcement: (typeof enforcements)[number];
  kind: (typeof rulesetKinds)[number];
  included: string;
  excluded: string;
  rules: string;
  bypass: string;
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The form fields of a ruleset, or the defaults for a new one. Omits the ids assigned by the service. */
export function rulesetFields(ruleset: Ruleset | undefined): RulesetFields {
  return {
    name: ruleset?.name ?? "",
    description: ruleset?.description ?? "",
    enforcement: enforcements.find((each) => each === ruleset?.enforcement) ?? "active",
    kind: rulesetKinds.find((each) => each === ruleset?.kind) ?? "merge_branch",
    included: ruleset ? ruleset.includedRefNames.join("\n") : "~DEFAULT_BRANCH",
    excluded: ruleset?.excludedRefNames.join("\n") ?? "",
    rules: ruleset
      ? pretty(ruleset.rules.map(({ ruleType, parameters }) => ({ ruleType, parameters })))
      : pretty([{ ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 1 } }]),
    bypass: pretty(ruleset?.bypassActors.map(({ id: _id, ...actor }) => actor) ?? []),
  };
}

const List = z.array(z.unknown());

function parsed(text: string): unknown[] | undefined {
  try {
    return List.safeParse(JSON.parse(text.trim() || "[]")).data;
  } catch {
    return undefined;
  }
}

/** Validates the form: the request body, or the first problem and its field. */
export function readRules(
  fields: RulesetFields,
): { body: RulesetInput } | { problem: string; at: "rules" | "bypass" | "other" } {
  const rules = parsed(fields.rules);
  if (!rules) return { problem: "must be a JSON array", at: "rules" };
  const bypassActors = parsed(fields.bypass);
  if (!bypassActors) return { problem: "must be a JSON array", at: "bypass" };
  const { enforcement, kind } = fields;
  const body = {
    name: fields.name || "unnamed",
    description: fields.description,
    enforcement,
    kind,
    rules,
    bypassActors,
    includedRefNames: lines(fields.included),
    excludedRefNames: lines(fields.excluded),
  };
  const checked = RulesetBody.safeParse(body);
  if (checked.success) return { body: { ...checked.data, name: fields.name } };
  const issue = checked.error.issues[0];
  const [first, ...rest] = issue?.path ?? [];
  const at = first === "rules" ? "rules" : first === "bypassActors" ? "bypass" : "other";
  return { problem: `${rest.join(".")} ${issue?.message ?? "is invalid"}`.trim(), at };
}
