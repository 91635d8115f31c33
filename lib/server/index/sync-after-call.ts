import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { CreateAgentBody, createAgent } from "@/lib/contract/agents/create-agent";
import { CreateRunBody, createRun } from "@/lib/contract/agents/create-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { dashboardLog, dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { notifyIndex } from "@/lib/server/db/index-notices";
import { agents } from "@/lib/server/db/index-schema";
import { removeAgent } from "@/lib/server/db/indexed-agents";
import { insertLaunch } from "@/lib/server/db/launches";
import { insertSentPrompt } from "@/lib/server/db/sent-prompts";
import type { Store } from "@/lib/server/db/store";
import type { Write } from "@/lib/server/gateway/perform-call";
import { dashboardHub } from "@/lib/server/live/dashboard-hub";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

const OnAgent = z.looseObject({ id: z.string() });

/** Applies a write made through the dashboard to the index, so lists show it immediately. */
export async function syncAfterWrite(write: Write): Promise<void> {
  const { operation, params, status } = write;
  if (operation.family !== "agents") return;
  const store = await dashboardStore();
  const id = OnAgent.safeParse(params).data?.id;
  if (operation.id === createAgent.id) {
    if (status === createAgent.success) await storeOwner(store, write);
    await notifyIndex(store, { list: true });
  } else if (operation.id === deleteAgent.id && id !== undefined && status === deleteAgent.success) {
    dashboardHub().forget(id);
    const at = new Date(dashboardService().clock.now());
    await removeAgent(store, { id, source: indexSource(dashboardSettings()), at });
  } else if (id !== undefined) {
    await notifyIndex(store, { agents: [id] });
    if (operation.id === createRun.id && status === createRun.success) await keepPrompt(store, id, write);
  }
}

/** Keeps the prompt of a run that a user started. */
async function keepPrompt(store: Store, agentId: string, { body, userId, result }: Write): Promise<void> {
  const service = dashboardService();
  const { prompt, mcpServers = [] } = CreateRunBody.parse(body);
  const { run } = createRun.response.parse(await result());
  await insertSentPrompt(
    store,
    { source: indexSource(dashboardSettings()), agentId },
    {
      id: service.ids.uuid(),
      userId,
      runId: run.id,
      sentAt: new Date(service.clock.now()),
      text: createMasker(service).mask(prompt.text),
      images: prompt.images?.length ?? 0,
      mcpServers: mcpServers.length,
    },
  );
}

/** Stores who launched an agent and with which model, which budgets depend on. The browser sends the form later. */
async function storeOwner(store: Store, { body, userId, result }: Write): Promise<void> {
  const { agent } = createAgent.response.parse(await result());
  const model = CreateAgentBody.parse(body).model?.id ?? "";
  const launchedAt = new Date(dashboardService().clock.now());
  await insertLaunch(store, { agentId: agent.id, fields: { model }, launchedAt, launchedBy: userId });
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
