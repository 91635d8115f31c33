"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { automationsQuery } from "@/components/automation-list/automations-query";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useRowKeys } from "@/components/ui/use-row-keys";
import { paths } from "@/lib/model/paths";
import { AutomationCard } from "./automation-card";
import { triggerText } from "./automation-labels";

/** All automations, with what they did last and do next. */
export function AutomationsScreen({ canCreate }: { canCreate: boolean }) {
  const { data, error, isPending, refetch } = useQuery(automationsQuery);
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list);
  const add = canCreate ? (
    <Button asChild variant="primary" size="small">
      <Link href={paths.newAutomation()}>
        <Plus aria-hidden />
        New automation
      </Link>
    </Button>
  ) : null;
  const items = data?.items ?? [];
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = items.filter(({ name, trigger, owner }) => {
    const text = `${name} ${triggerText(trigger)} ${owner?.name ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <PageHeader
        title="Automations"
        detail={items.length > 0 ? items.length.toLocaleString("en") : undefined}
        actions={items.length > 0 ? add : null}
      />
      <section aria-label="Automations" className="space-y-3 p-4">
        {error ? (
          <CallFailure error={error} onRetry={() => refetch()}>
            {data ? "The automations may be out of date." : "Couldn't load the automations."}
          </CallFailure>
        ) : null}
        {isPending ? <SkeletonRows label="Loading automations" /> : null}
        {data && items.length === 0 ? (
          <EmptyState icon={Workflow} title="No automations yet" action={add ?? undefined}>
            An automation launches an agent on a schedule, when a webhook is called, or on a pull request event.
            {canCreate ? null : " You need the Operator role to create one."}
          </EmptyState>
        ) : null}
        {items.length > 5 ? (
          <Input
            type="search"
            aria-label="Filter automations"
            placeholder="Filter by name, trigger, or owner"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
            className="max-w-sm"
          />
        ) : null}
        {items.length > 0 ? (
          <ul ref={list} aria-label="Automations" className="divide-y rounded-md border bg-card">
            {shown.map((automation) => (
              <AutomationCard key={automation.id} automation={automation} />
            ))}
          </ul>
        ) : null}
        {items.length > 0 && shown.length === 0 ? (
          <p className="text-muted-foreground text-sm">No automations match the filter.</p>
        ) : null}
      </section>
    </>
  );
}
