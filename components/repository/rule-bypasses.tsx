"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { bypassedRuleLabel } from "@/components/pull/bypassed-rule-label";
import { ruleBypassesQuery } from "@/components/repositories/ruleset-queries";
import { LoadState } from "@/components/ui/load-state";
import { NextPageButton } from "@/components/ui/next-page-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { isUnsupported } from "@/lib/client/call-error";
import type { ListedRuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { actorName } from "@/lib/model/hosting/actor-name";
import { shortName } from "@/lib/model/hosting/ref-patterns";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

/** Who bypassed the rules of a repository, which ones, where and why, newest first. */
export function RuleBypasses({ name }: { name: RepositoryName }) {
  const list = useInfiniteQuery(ruleBypassesQuery(name));
  const { data, error } = list;
  // Other services may not have this list.
  if (isUnsupported(error)) return null;
  const bypasses = data?.pages.flatMap((page) => page.bypasses);
  return (
    <section aria-labelledby="rule-bypasses" className="space-y-2 pt-3 text-sm">
      <h2 id="rule-bypasses" className="font-medium">
        Bypasses
      </h2>
      <LoadState
        query={list}
        stale="Showing the last known list."
        failed="Couldn't load the bypasses."
        loading="Loading bypasses"
      />
      {bypasses?.length === 0 ? <p className="text-muted-foreground">No bypassed rules yet.</p> : null}
      <ol className="divide-y">
        {bypasses?.map((bypass) => (
          <BypassItem key={bypass.id} bypass={bypass} />
        ))}
      </ol>
      <NextPageButton of={list} />
    </section>
  );
}

/** What a change did, before the name of its reference. */
function changeLabel({ change, before, after }: ListedRuleBypass): string {
  if (change === "merge") return "merged into";
  if (/^0+$/.test(before)) return "created";
  return /^0+$/.test(after) ? "deleted" : "pushed to";
}

function BypassItem({ bypass }: { bypass: ListedRuleBypass }) {
  const { actor, reason, rules, change, ref, before, after, createdAt } = bypass;
  return (
    <li className="flex items-start gap-2 py-2 [overflow-wrap:anywhere]">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1 space-y-0.5">
        <p>
          <span className="font-medium">{actorName(actor)}</span>{" "}
          {change === "default_branch" ? (
            <>
              changed the default branch from <code>{shortName(before)}</code> to <code>{shortName(after)}</code>
            </>
          ) : (
            <>
              {changeLabel(bypass)} <code>{shortName(ref)}</code>
            </>
          )}
        </p>
        <p>{reason ?? <span className="text-muted-foreground">No reason given.</span>}</p>
        <p className="text-muted-foreground text-xs">
          {rules.map(bypassedRuleLabel).join(", ")} · <RelativeTime iso={createdAt} />
        </p>
      </div>
    </li>
  );
}
