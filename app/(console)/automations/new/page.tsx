import type { Metadata } from "next";
import { NewAutomationScreen } from "@/components/automations/edit-automation-screen";
import { addAutomation } from "@/lib/contract/dashboard/automations/add-automation";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "New automation" };

export default async function NewAutomationPage() {
  const user = await requireUser();
  return <NewAutomationScreen canCreate={roleAllows(user.role, addAutomation.role)} />;
}
