import type { Metadata } from "next";
import { EditAutomationScreen } from "@/components/automations/edit-automation-screen";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Edit automation" };

export default async function EditAutomationPage({ params }: { params: Promise<{ id: string }> }) {
  const user = await requireUser();
  return <EditAutomationScreen id={(await params).id} userId={user.id} />;
}
