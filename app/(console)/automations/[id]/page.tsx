import type { Metadata } from "next";
import { AutomationScreen } from "@/components/automations/automation-screen";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export const metadata: Metadata = { title: "Automation" };

export default async function AutomationPage({ params }: { params: Promise<{ id: string }> }) {
  await requireUser();
  const { id } = await params;
  const webhookUrl = new URL(`/api/webhooks/automations/${encodeURIComponent(id)}`, dashboardSettings().webUrl).href;
  return <AutomationScreen id={id} webhookUrl={webhookUrl} />;
}
