"use client";

import { ShieldAlert } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { TextAreaField } from "@/components/ui/text-field";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import { maxBypassReasonLength } from "@/lib/contract/rule-bypass-header";
import { plural } from "@/lib/model/plural";
import { bypassedRuleLabel } from "./bypassed-rule-label";

type BypassedRules = NonNullable<Mergeability["bypassedRules"]>;

interface MergeBypassProps {
  rules: BypassedRules;
  /** Undefined until the user chooses to bypass the rules. */
  reason: string | undefined;
  onReason: (reason: string | undefined) => void;
}

/** Rules that the user can bypass, and the choice to do so with a reason. */
export function MergeBypass({ rules, reason, onReason }: MergeBypassProps) {
  return (
    <section aria-label="Bypass rules" className="space-y-2 rounded-md border border-warning/50 p-3 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <ShieldAlert aria-hidden className="size-4 shrink-0 text-warning" />
        You can bypass {rules.length} {plural(rules.length, "rule")}
      </p>
      <ul className="list-inside list-disc space-y-1 text-xs">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a ruleset can have a rule type twice
          <li key={`${rule.ruleset.id} ${rule.ruleType} ${index}`} className="[overflow-wrap:anywhere]">
            {bypassedRuleLabel(rule)}
          </li>
        ))}
      </ul>
      <Checkbox
        label="Merge without meeting these rules"
        hint="Your name and reason are recorded and shown on the pull request."
        checked={reason !== undefined}
        onChange={(isChosen) => onReason(isChosen ? "" : undefined)}
      />
      {reason === undefined ? null : (
        <TextAreaField label="Reason" value={reason} onValue={onReason} maxLength={maxBypassReasonLength} rows={2} />
      )}
    </section>
  );
}
