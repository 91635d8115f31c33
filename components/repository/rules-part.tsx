"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { rulesetsQuery } from "@/components/repositories/ruleset-queries";
import { Badge, type Tone } from "@/components/ui/badge";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { Ruleset } from "@/lib/contract/hosting/ruleset";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { bypassLabel, kindLabel, ruleLabel } from "./rule-labels";
import { RulesetActions } from "./ruleset-actions";

const enforcements: Readonly<Record<string, { word: string; tone: Tone }>> = {
  active: { word: "Active", tone: "success" },
  evaluate: { word: "On trial", tone: "info" },
  disabled: { word: "Off", tone: "neutral" },
};

/** The rulesets of a repository: over which references, what they ask, and who may pass. */
export function RulesPart({ name, mayChange }: { name: RepositoryName; mayChange: boolean }) {
  const { data, error, isPending, refetch } = useQuery(rulesetsQuery(name));
  return (
    <section aria-label="Rules" className="max-w-4xl space-y-3">
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          The rules could not be read.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading rules" /> : null}
      {mayChange ? <RulesetActions name={name} /> : null}
      {data?.rulesets.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="No rules">
          Rules say what a push or a merge into a branch needs: reviews, checks, an up-to-date branch.
        </EmptyState>
      ) : null}
      {data?.rulesets.map((ruleset) => (
        <RulesetItem key={ruleset.id} name={name} ruleset={ruleset} mayChange={mayChange} />
      ))}
    </section>
  );
}

function RulesetItem({ name, ruleset, mayChange }: { name: RepositoryName; ruleset: Ruleset; mayChange: boolean }) {
  const { enforcement, kind, includedRefNames, excludedRefNames, rules, bypassActors, description } = ruleset;
  const known = Object.hasOwn(enforcements, enforcement) ? enforcements[enforcement] : undefined;
  return (
    <article aria-label={ruleset.name} className="space-y-2 rounded-md border p-3 text-sm">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 break-words font-medium">{ruleset.name}</h2>
        <Badge tone={known?.tone}>{known?.word ?? enforcement}</Badge>
        {mayChange ? (
          <span className="ml-auto flex gap-1">
            <RulesetActions name={name} ruleset={ruleset} />
          </span>
        ) : null}
      </header>
      {description ? <p className="break-words text-muted-foreground">{description}</p> : null}
      <p className="break-words text-muted-foreground text-xs">
        {kindLabel(kind)} <span className="font-mono">{includedRefNames.join(", ") || "nothing"}</span>
        {excludedRefNames.length > 0 ? (
          <>
            {" "}
            but not <span className="font-mono">{excludedRefNames.join(", ")}</span>
          </>
        ) : null}
      </p>
      <ul className="list-inside list-disc break-words">
        {rules.map((rule) => (
          <li key={rule.id}>{ruleLabel(rule)}</li>
        ))}
      </ul>
      {bypassActors.length > 0 ? (
        <p className="break-words text-muted-foreground text-xs">
          May pass: {bypassActors.map(bypassLabel).join("; ")}
        </p>
      ) : null}
    </article>
  );
}
