import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Store } from "./store";

export const noticeChannel = "agent_index";

/** A notification to the indexer, sent by any process. */
export const Notice = z.object({
  /** These agents changed. */
  agents: z.array(z.string()).optional(),
  /** There may be new agents. */
  list: z.boolean().optional(),
  /** The list is being viewed. */
  viewing: z.boolean().optional(),
  /** Rows visible in a browser. */
  wanted: z.array(z.string()).optional(),
});
export type Notice = z.infer<typeof Notice>;

/** Postgres limits notifications to 8 kB, and ids from URLs can be arbitrary text. */
const idPattern = /^[A-Za-z0-9._~-]{1,80}$/;
/** More agents than this in a notice are ignored. */
export const maxNoticeIds = 60;
const validIds = (ids: readonly string[]) => ids.filter((id) => idPattern.test(id)).slice(0, maxNoticeIds);

/** Notifies the indexer, in this process or another. Invalid agent ids are dropped. */
export async function notifyIndex(store: Store, notice: Notice): Promise<void> {
  const { agents, wanted, ...rest } = notice;
  const sent: Notice = {
    ...rest,
    ...(agents ? { agents: validIds(agents) } : {}),
    ...(wanted ? { wanted: validIds(wanted) } : {}),
  };
  await store.database.execute(sql`select pg_notify(${noticeChannel}, ${JSON.stringify(sent)})`);
}
