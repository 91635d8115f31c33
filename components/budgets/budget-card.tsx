"use client";

import { Check, OctagonX, Pencil, Trash2, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { BudgetStatus } from "@/lib/contract/dashboard/budgets/budget";
import { budgetAmount, budgetName, budgetPercent, budgetUsed, resetText } from "@/lib/model/budgets/budget-text";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { actionLabels, periodLabels, problemLabels, scopeLabels } from "./budget-labels";
import { useDeleteBudget } from "./budget-queries";

const levelBadges = {
  ok: { tone: "success", label: "Within budget", icon: Check },
  warning: { tone: "warning", label: "Nearly used", icon: TriangleAlert },
  reached: { tone: "danger", label: "Used up", icon: OctagonX },
} as const;
const notEnforced = { tone: "warning", label: "Not enforced", icon: TriangleAlert } as const;

const barColors = { ok: "text-primary", warning: "text-warning-line", reached: "text-danger" } as const;

interface BudgetCardProps {
  budget: BudgetStatus;
  /** `undefined` if the user can't change budgets. */
  onEdit: (() => void) | undefined;
}

/** A budget: how much of it is used, and what happens at the limit. */
export function BudgetCard({ budget, onEdit }: BudgetCardProps) {
  const heading = useId();
  const { scope, label, period, problem, level, agent } = budget;
  const badge = problem ? notEnforced : levelBadges[level];
  return (
    <li aria-labelledby={heading} className="space-y-3 rounded-md border bg-card p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <h2 id={heading} className="min-w-0 flex-1 basis-40 break-words font-medium">
          {scope.kind === "team" ? scopeLabels.team : `${scopeLabels[scope.kind]}: ${label}`}
          <span className="block font-normal text-muted-foreground text-xs">{periodLabels[period]}</span>
        </h2>
        <Badge tone={badge.tone}>
          <badge.icon aria-hidden />
          {badge.label}
        </Badge>
        {onEdit ? <BudgetActions budget={budget} onEdit={onEdit} /> : null}
      </div>
      {problem ? (
        <p className="text-sm">{problemLabels[problem]}</p>
      ) : (
        <div className="space-y-1">
          <progress
            aria-labelledby={heading}
            value={Math.min(budgetPercent(budget), 100)}
            max={100}
            className={`h-2 w-full ${barColors[level]}`}
          />
          <p className="flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
            <span>{budgetUsed(budget)}</span>
            <span className="text-muted-foreground">{budgetPercent(budget)}% used</span>
          </p>
          {agent ? (
            <p className="truncate text-muted-foreground text-xs">
              Highest:{" "}
              <Link href={paths.agent(agent.id)} className="underline underline-offset-2">
                {agent.name || agent.id}
              </Link>
            </p>
          ) : null}
        </div>
      )}
      <BudgetNotes budget={budget} />
    </li>
  );
}

function BudgetNotes({ budget }: { budget: BudgetStatus }) {
  const { action, warnAt, resetsAt, forecast, unknownRuns, unpricedTokens } = budget;
  const notes = [
    `${actionLabels[action]}. Warning at ${warnAt}%.`,
    ...(resetsAt === undefined ? [] : [`Resets on ${resetText(resetsAt)}.`]),
    ...(forecast === undefined
      ? []
      : [`Forecast by then, at the average rate so far: ${budgetAmount(forecast, budget)}.`]),
    ...(unknownRuns > 0 ? [`${counted(unknownRuns, "run")} without token counts yet.`] : []),
    ...(unpricedTokens > 0 ? [`${counted(unpricedTokens, "token")} without a price aren't included.`] : []),
  ];
  return (
    <ul className="space-y-0.5 text-muted-foreground text-xs">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function BudgetActions({ budget, onEdit }: { budget: BudgetStatus; onEdit: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error, reset } = useDeleteBudget(budget.id);
  const name = budgetName(budget);
  const close = () => {
    setConfirming(false);
    reset();
  };
  return (
    <div className="flex gap-1">
      <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={close}
        title="Delete budget?"
        description={`Runs are no longer limited by the ${name}.`}
        action="Delete budget"
        pendingLabel="Deleting…"
        pending={isPending}
        failure={error}
        errorTitle="Couldn't delete the budget."
        onConfirm={() =>
          mutate(undefined, {
            onSuccess: () => {
              close();
              toast.success("Budget deleted.");
            },
          })
        }
      />
    </div>
  );
}
