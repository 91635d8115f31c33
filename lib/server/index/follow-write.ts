import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { removeAgent } from "@/lib/server/db/indexed-agents";
import type { Write } from "@/lib/server/gateway/gateway";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const OnAgent = z.looseObject({ id: z.string() });

/** Brings the index in line with a write that went through the dashboard, so that lists show it at once. */
export async function followWrite({ operation, params, status }: Write): Promise<void> {
  if (operation.family !== "agents") return;
  const store = await dashboardStore();
  const id = OnAgent.safeParse(params).data?.id;
  if (operation.id === createAgent.id) await notifyIndex(store, { list: true });
  else if (operation.id === deleteAgent.id && id !== undefined && (status === 200 || status === 404)) {
    dashboardHub().forget(id);
    const at = new Date(dashboardService().clock.now());
    await removeAgent(store, { id, source: indexSource(dashboardSettings()), at });
  } else if (id !== undefined) await notifyIndex(store, { agents: [id] });
}
