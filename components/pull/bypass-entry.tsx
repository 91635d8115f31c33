import { ShieldAlert } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";
import { bypassedRuleLabel } from "./bypassed-rule-label";

/** A timeline entry: who merged by bypassing rules, which ones, and why. */
export function BypassEntry({ bypass: { actor, reason, rules }, at }: { bypass: RuleBypass; at: string }) {
  return (
    <article className="space-y-1 text-sm [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-2">
        <ShieldAlert aria-hidden className="size-4 shrink-0 text-warning" />
        <Avatar name={ownName(actor)} />
        <span>
          <span className="font-medium">{actorName(actor)}</span> merged and bypassed{" "}
          {rules.map(bypassedRuleLabel).join(", ")}
        </span>
        {at ? <RelativeTime iso={at} className="text-muted-foreground text-xs" /> : null}
      </p>
      <p className="rounded-md border p-3">{reason ?? "No reason given."}</p>
    </article>
  );
}
