import { and, eq } from "drizzle-orm";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { agents } from "@/lib/server/db/index-schema";

/** Has the index look for an agent that the service did not find, where lists still show it. */
export async function followMiss(id: string): Promise<void> {
  try {
    const store = await dashboardStore();
    const known = await store.database
      .select({ id: agents.id })
      .from(agents)
      .where(and(eq(agents.source, indexSource(dashboardSettings())), eq(agents.id, id)));
    if (known.length > 0) await notifyIndex(store, { agents: [id] });
  } catch (error) {
    dashboardLog().warn({ err: error, agent: id }, "the index could not be told of an agent that is gone");
  }
}
