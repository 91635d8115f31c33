"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import Link from "next/link";
import { automationsQuery } from "@/components/automation-list/automations-query";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { loadEarly } from "@/lib/client/load-early";
import { paths } from "@/lib/model/paths";

const AutomationList = browserOnly(
  loadEarly(() => import("./automation-list")),
  () => <SkeletonRows label="Loading automations" />,
);

/** All automations, with what they did last and do next. */
export function AutomationsScreen({ canCreate }: { canCreate: boolean }) {
  const query = useQuery(automationsQuery);
  const { data } = query;
  const add = canCreate ? (
    <Button asChild variant="primary" size="small">
      <Link href={paths.newAutomation()}>
        <Plus aria-hidden />
        New automation
      </Link>
    </Button>
  ) : null;
  const items = data?.items ?? [];
  return (
    <>
      <PageHeader
        title="Automations"
        detail={items.length > 0 ? items.length.toLocaleString("en") : undefined}
        actions={items.length > 0 ? add : null}
      />
      <section aria-label="Automations" className="space-y-3 p-4">
        <LoadState
          query={query}
          stale="The automations may be out of date."
          failed="Couldn't load the automations."
          loading="Loading automations"
        />
        {data && items.length === 0 ? (
          <EmptyState icon={Workflow} title="No automations yet" action={add ?? undefined}>
            An automation launches an agent on a schedule, when a webhook is called, or on a pull request event.
            {canCreate ? null : " You need the Operator role to create one."}
          </EmptyState>
        ) : null}
        {items.length > 0 ? <AutomationList automations={items} /> : null}
      </section>
    </>
  );
}
