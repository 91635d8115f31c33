import type { Metadata } from "next";
import { BudgetsScreen } from "@/components/budgets/budgets-screen";
import { addBudget } from "@/lib/contract/dashboard/budgets/add-budget";
import { roleAllows } from "@/lib/contract/operation";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Budgets" };

export default async function BudgetsPage() {
  const person = await requirePerson();
  return <BudgetsScreen canEdit={roleAllows(person.role, addBudget.role)} />;
}
