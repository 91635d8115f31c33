"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadState } from "@/components/ui/load-state";
import { PageHeader } from "@/components/ui/page-header";
import { TabBar } from "@/components/ui/tab-bar";
import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import { paths } from "@/lib/model/paths";
import { BudgetCard } from "./budget-card";
import { budgetsQuery } from "./budget-queries";

/** Loaded when an admin opens it. */
const BudgetDialog = lazyPart(() => import("./budget-dialog"));

/** The budgets that apply to the user, or all of them for admins. */
export function BudgetsScreen({ canEdit }: { canEdit: boolean }) {
  const query = useQuery(budgetsQuery);
  const { data } = query;
  const [editing, setEditing] = useState<BudgetStatus | "new">();
  const add = (
    <Button variant="primary" size="small" onClick={() => setEditing("new")}>
      <Plus aria-hidden />
      Add budget
    </Button>
  );
  return (
    <>
      <PageHeader title="Budgets" actions={canEdit && data && data.items.length > 0 ? add : null} />
      <TabBar
        label="Usage views"
        tabs={[
          { name: "Usage", current: false, href: paths.usage() },
          { name: "Budgets", current: true, href: paths.budgets() },
        ]}
      />
      <section aria-label="Budgets" className="max-w-3xl space-y-4 p-4">
        <LoadState
          query={query}
          stale="The budgets may be out of date."
          failed="Couldn't load the budgets."
          loading="Loading budgets"
        />
        {data?.items.length === 0 ? (
          <EmptyState icon={Gauge} title="No budgets yet" action={canEdit ? add : undefined}>
            A budget limits the tokens or costs of the team, a user, a repository, an automation, or an agent.
            {canEdit ? null : " Admins can add budgets."}
          </EmptyState>
        ) : null}
        {data && data.items.length > 0 ? (
          <>
            <ul className="space-y-3">
              {data.items.map((budget) => (
                <BudgetCard key={budget.id} budget={budget} onEdit={canEdit ? () => setEditing(budget) : undefined} />
              ))}
            </ul>
            <p className="text-muted-foreground text-xs">
              Tokens count once the service reports them, usually when a run ends, toward the UTC day the run was
              created. Runs started outside this dashboard count too, but aren&apos;t rejected.
            </p>
          </>
        ) : null}
      </section>
      {editing ? (
        <BudgetDialog
          key={editing === "new" ? "new" : editing.id}
          budget={editing === "new" ? undefined : editing}
          currency={data?.currency}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </>
  );
}
