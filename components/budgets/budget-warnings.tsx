"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { budgetWarningText } from "@/lib/model/budgets/budget-text";
import { paths } from "@/lib/model/paths";
import { budgetWarningsQuery } from "./budget-queries";

/** The budgets over their warning threshold that apply to an agent, or to a launch on repositories (URLs separated by spaces). */
export default function BudgetWarnings(props: { agentId: string } | { repositories: string }) {
  const { data } = useQuery(budgetWarningsQuery(props));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label="Budgets" className="flex min-w-0 flex-wrap gap-1.5">
      {data.items.map((budget) => (
        <li key={budget.id} className="min-w-0">
          <Link href={paths.budgets()} prefetch={false}>
            <Badge tone={budget.level === "reached" ? "danger" : "warning"} className="whitespace-normal text-left">
              <Gauge aria-hidden />
              {budgetWarningText(budget)}
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  );
}
