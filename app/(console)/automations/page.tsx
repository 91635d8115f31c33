import type { Metadata } from "next";
import { AutomationsScreen } from "@/components/automations/automations-screen";
import { addAutomation } from "@/lib/contract/dashboard/automations/add-automation";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Automations" };

export default async function AutomationsPage() {
  const user = await requireUser();
  return <AutomationsScreen canCreate={roleAllows(user.role, addAutomation.role)} />;
}
