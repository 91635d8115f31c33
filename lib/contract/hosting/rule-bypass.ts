import { z } from "zod";
import { openEnum } from "../open-enum";
import { Actor } from "./actor";

const BypassedRule = z.looseObject({
  /** The name is the ruleset's at that time. */
  ruleset: z.looseObject({ id: z.string(), name: z.string() }),
  ruleType: z.string(),
});

/** Rules that a change violated and its actor bypassed; an extension of the specification. */
export const RuleBypass = z.looseObject({
  actor: Actor,
  /** The actor's reason. */
  reason: z.string().optional(),
  rules: z.array(BypassedRule),
});
export type RuleBypass = z.infer<typeof RuleBypass>;

/** A bypass in a repository's list. */
export const ListedRuleBypass = RuleBypass.extend({
  id: z.string(),
  change: openEnum(["push", "merge", "default_branch"]),
  /** The updated reference; `HEAD` for a change of the default branch. */
  ref: z.string(),
  /** Object ids, or references for a change of the default branch. */
  before: z.string(),
  after: z.string(),
  createdAt: z.string(),
});
export type ListedRuleBypass = z.infer<typeof ListedRuleBypass>;
