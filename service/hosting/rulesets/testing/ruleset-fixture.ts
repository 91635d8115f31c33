import { eq } from "drizzle-orm";
import { createRuleset } from "@/lib/contract/hosting/rulesets/create-ruleset";
import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import type { BodyInputOf } from "@/lib/contract/operation";
import { rulesets } from "../../../core/store/tables/rulesets";
import type { HostedRepository } from "../../testing/hosting-fixture";

export type RulesetInput = Partial<BodyInputOf<typeof createRuleset>>;

/** Creates an active ruleset for all refs. `rules` maps rule types to parameters. */
export function addRuleset(
  { test, params }: HostedRepository,
  kind: Ruleset["kind"] & BodyInputOf<typeof createRuleset>["kind"],
  rules: Readonly<Record<string, Record<string, unknown>>>,
  more: RulesetInput = {},
): Promise<Ruleset> {
  return test.call(createRuleset, {
    params,
    body: {
      name: "Guard",
      enforcement: "active",
      kind,
      includedRefNames: ["~ALL"],
      rules: Object.entries(rules).map(([ruleType, parameters]) => ({ ruleType, parameters })),
      ...more,
    },
  });
}

/** Deletes all rulesets of the repository. */
export async function deleteRulesets({ test, repo }: HostedRepository): Promise<void> {
  await test.service.db.delete(rulesets).where(eq(rulesets.repositoryId, repo.id));
}
