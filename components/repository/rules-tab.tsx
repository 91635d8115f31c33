"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Fragment } from "react";
import { useActorNames } from "@/components/actor-names/use-actor-names";
import { rulesetsQuery } from "@/components/repositories/ruleset-queries";
import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { RuleBypasses } from "./rule-bypasses";
import { bypassLabel, kindLabel, ruleLabel } from "./rule-labels";
import { RulesetActions } from "./ruleset-actions";

const enforcements: Readonly<Record<string, { label: string; tone: Tone }>> = {
  active: { label: "Active", tone: "success" },
  evaluate: { label: "Evaluate", tone: "info" },
  disabled: { label: "Disabled", tone: "neutral" },
};

const refTokens = new Map([
  ["~ALL", "all"],
  ["~DEFAULT_BRANCH", "the default branch"],
]);

/** The rulesets of a repository: their refs, rules and bypass lists. */
export function RulesTab({ name, isAdmin }: { name: RepositoryName; isAdmin: boolean }) {
  const query = useQuery(rulesetsQuery(name));
  const { data } = query;
  return (
    <section aria-label="Rules" className="max-w-content space-y-3">
      <LoadState query={query} failed="Couldn't load the rules." loading="Loading rules" />
      {isAdmin ? <RulesetActions name={name} /> : null}
      {data?.rulesets.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="No rules yet">
          Rules define what a push or merge requires, such as reviews, checks, or an up-to-date branch.
        </EmptyState>
      ) : null}
      {data?.rulesets.map((ruleset) => (
        <RulesetItem key={ruleset.id} name={name} ruleset={ruleset} isAdmin={isAdmin} />
      ))}
      <RuleBypasses name={name} />
    </section>
  );
}

function RulesetItem({ name, ruleset, isAdmin }: { name: RepositoryName; ruleset: Ruleset; isAdmin: boolean }) {
  const { enforcement, kind, includedRefNames, excludedRefNames, rules, bypassActors, description } = ruleset;
  const nameOf = useActorNames(name.ownerSlug);
  const known = Object.hasOwn(enforcements, enforcement) ? enforcements[enforcement] : undefined;
  return (
    <article aria-label={ruleset.name} className="space-y-2 rounded-md border p-3 text-sm">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 break-words font-medium">{ruleset.name}</h2>
        <Badge tone={known?.tone}>{known?.label ?? enforcement}</Badge>
        {isAdmin ? (
          <span className="ml-auto flex gap-1">
            <RulesetActions name={name} ruleset={ruleset} />
          </span>
        ) : null}
      </header>
      {description ? <p className="break-words text-muted-foreground">{description}</p> : null}
      <p className="break-words text-muted-foreground text-xs">
        {kindLabel(kind)}
        {kind === "push_repository" ? null : (
          <>
            : <RefPatterns patterns={includedRefNames} />
          </>
        )}
        {excludedRefNames.length > 0 ? (
          <>
            {" "}
            except <RefPatterns patterns={excludedRefNames} />
          </>
        ) : null}
      </p>
      <ul className="list-disc break-words pl-5">
        {rules.map((rule) => (
          <li key={rule.id}>{ruleLabel(rule, nameOf)}</li>
        ))}
      </ul>
      {bypassActors.length > 0 ? (
        <p className="break-words text-muted-foreground text-xs">
          Bypass list: {bypassActors.map((actor) => bypassLabel(actor, nameOf)).join(", ")}
        </p>
      ) : null}
    </article>
  );
}

function RefPatterns({ patterns }: { patterns: readonly string[] }) {
  if (patterns.length === 0) return "none";
  return patterns.map((pattern, index) => (
    <Fragment key={pattern}>
      {index > 0 ? ", " : ""}
      {refTokens.get(pattern) ?? <span className="font-mono">{pattern}</span>}
    </Fragment>
  ));
}
