import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { requirePerson } from "@/lib/auth/session";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { roleAllows } from "@/lib/contract/operation";
import { readOverview } from "@/lib/dashboard/agents/get-overview";
import { overviewQuery } from "@/lib/queries/overview";
import { makeQueryClient } from "@/lib/queries/query-client";
import { callService } from "@/lib/upstream/call";
import { dashboardLog } from "@/lib/upstream/dashboard-settings";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const { role } = await requirePerson();
  const client = makeQueryClient();
  try {
    client.setQueryData(overviewQuery(callService).queryKey, await readOverview());
  } catch (error) {
    // The browser then asks for itself and shows why.
    dashboardLog().warn({ err: error }, "the overview could not be rendered with its figures");
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OverviewScreen mayAct={roleAllows(role, createAgent.role)} />
    </HydrationBoundary>
  );
}
