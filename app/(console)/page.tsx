import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AddAgentNotice } from "@/components/agent-programs/add-agent-notice";
import { overviewQuery } from "@/components/overview/overview-queries";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { SecurityWarnings } from "@/components/settings/security-warnings";
import { createQueryClient } from "@/lib/client/query-client";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { readOverview } from "@/lib/server/operations/agents/get-overview";
import { callService } from "@/lib/server/upstream/call-service";
import { hasOnlyScriptAgent } from "@/lib/server/upstream/has-only-script-agent";
import { securityWarnings } from "@/lib/server/upstream/security-warnings";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const user = await requireUser();
  const [warnings, lacksAgents] = await Promise.all([securityWarnings(user), hasOnlyScriptAgent(user)]);
  const client = createQueryClient();
  try {
    client.setQueryData(overviewQuery(callService).queryKey, await readOverview(user));
  } catch (error) {
    // The browser fetches the overview itself and shows the error.
    dashboardLog().warn({ err: error }, "prefetch of the overview failed");
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OverviewScreen
        canOperate={roleAllows(user.role, createAgent.role)}
        notice={
          <>
            <SecurityWarnings warnings={warnings} />
            {lacksAgents ? <AddAgentNotice /> : null}
          </>
        }
      />
    </HydrationBoundary>
  );
}
