import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Store } from "./store";

export const noticeChannel = "agent_index";

/** What processes report to the indexer. */
export const Notice = z.object({
  /** Something happened to these agents. */
  agents: z.array(z.string()).optional(),
  /** There may be new agents. */
  list: z.boolean().optional(),
  /** A user is viewing the list. */
  viewing: z.boolean().optional(),
  /** These rows are in sight. */
  wanted: z.array(z.string()).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** A notice travels in 8 kB, and ids in URLs can be anything. */
const idForm = /^[A-Za-z0-9._~-]{1,80}$/;
const mostIds = 60;
const sound = (ids: readonly string[]) => ids.filter((id) => idForm.test(id)).slice(0, mostIds);

/** Notifies the indexer, in this process or another. Ids that no agent can have are left out. */
export async function notifyIndex(store: Store, notice: Notice): Promise<void> {
  const { agents, wanted, ...rest } = notice;
  const sent: Notice = {
    ...rest,
    ...(agents ? { agents: sound(agents) } : {}),
    ...(wanted ? { wanted: sound(wanted) } : {}),
  };
  await store.database.execute(sql`select pg_notify(${noticeChannel}, ${JSON.stringify(sent)})`);
}
