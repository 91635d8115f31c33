import type { Metadata } from "next";
import { NewAutomationScreen } from "@/components/automations/edit-automation-screen";
import { addAutomation } from "@/lib/contract/dashboard/automations/add-automation";
import { roleAllows } from "@/lib/contract/operation";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "New automation" };

export default async function NewAutomationPage() {
  const person = await requirePerson();
  return <NewAutomationScreen canCreate={roleAllows(person.role, addAutomation.role)} />;
}
