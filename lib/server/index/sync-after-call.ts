import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { agents } from "@/lib/server/db/index-schema";
import { removeAgent } from "@/lib/server/db/indexed-agents";
import type { Write } from "@/lib/server/gateway/gateway";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const OnAgent = z.looseObject({ id: z.string() });

/** Applies a write made through the dashboard to the index, so lists show it immediately. */
export async function syncAfterWrite({ operation, params, status }: Write): Promise<void> {
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

/** Updates the index for an agent that the service couldn't find but lists still show. */
export async function recheckMissingAgent(id: string): Promise<void> {
  try {
    const store = await dashboardStore();
    const known = await store.database
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.source, indexSource(dashboardSettings())), eq(agents.id, id)));
    if (known.length > 0) await notifyIndex(store, { agents: [id] });
  } catch (error) {
    dashboardLog().warn({ err: error, agent: id }, "index notification for a deleted agent failed");
  }
}
