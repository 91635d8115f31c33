import type { Metadata } from "next";
import { BudgetsScreen } from "@/components/budgets/budgets-screen";
import { addBudget } from "@/lib/contract/dashboard/budgets/add-budget";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Budgets" };

export default async function BudgetsPage() {
  const user = await requireUser();
  return <BudgetsScreen canEdit={roleAllows(user.role, addBudget.role)} />;
}
