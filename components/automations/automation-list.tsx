"use client";

import { useRef, useState } from "react";
import { Input } from "@/components/ui/input";
import { useRowKeys } from "@/components/ui/use-row-keys";
import type { Automation } from "@/lib/contract/dashboard/automations/automation";
import { matchesWords } from "@/lib/model/matches-words";
import { AutomationCard } from "./automation-card";
import { triggerText } from "./automation-labels";

/** Automations, with a filter if there are many. */
export default function AutomationList({ automations }: { automations: readonly Automation[] }) {
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const shown = automations.filter(({ name, trigger, owner }) =>
    matchesWords(`${name} ${triggerText(trigger)} ${owner?.name ?? ""}`, filter),
  );
  return (
    <>
      {automations.length > 5 ? (
        <Input
          type="search"
          aria-label="Filter automations"
          placeholder="Filter by name, trigger, or owner"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
          className="max-w-sm"
        />
      ) : null}
      <ul ref={list} aria-label="Automations" className="divide-y rounded-md border bg-card">
        {shown.map((automation) => (
          <AutomationCard key={automation.id} automation={automation} />
        ))}
      </ul>
      {shown.length === 0 ? <p className="text-muted-foreground text-sm">No automations match the filter.</p> : null}
    </>
  );
}
