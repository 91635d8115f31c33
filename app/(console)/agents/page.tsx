import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { type AgentRows, agentRowsQuery } from "@/components/agents/agent-rows";
import { AgentsScreen } from "@/components/agents/agents-screen";
import { createQueryClient } from "@/lib/client/query-client";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardLog } from "@/lib/server/dashboard-settings";
import { readAgentRows } from "@/lib/server/operations/agents/list-agent-rows";
import { callService } from "@/lib/server/upstream/call-service";

export const metadata: Metadata = { title: "Agents" };

const prefetchedRows = 100;

export default async function AgentsPage() {
  const user = await requireUser();
  const { role } = user;
  const client = createQueryClient();
  try {
    const { rows, nextCursor: cursor, change, progress } = await readAgentRows({ limit: prefetchedRows }, user);
    const firstPage: AgentRows = { rows, change, progress, ...(cursor === undefined ? {} : { cursor }) };
    client.setQueryData(agentRowsQuery(callService).queryKey, firstPage);
  } catch (error) {
    // The browser fetches the list itself and shows the error.
    dashboardLog().warn({ err: error }, "prefetch of the agent list failed");
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AgentsScreen canOperate={roleAllows(role, archiveAgent.role)} isAdmin={role === "admin"} />
    </HydrationBoundary>
  );
}
