import { sql } from "drizzle-orm";
import { z } from "zod";
import { attemptDeadlineMs } from "@/lib/core/http/post-webhook";
import type { Context } from "../../core/context";

/** Longer than any attempt: older leases belong to services that have died. */
const leaseMs = 3 * attemptDeadlineMs;
/** Concurrent deliveries per app, so that a slow receiver doesn't delay others. */
export const maxDeliveriesPerApp = 8;

const Claimed = z.object({ id: z.string(), app_id: z.string() });

/**
 * Leases due deliveries: the head of each lane, and due retries. A delivery waits until the first attempt of the previous
 * one in its lane has finished, and while the repository has unsettled ref updates, so that a receiver of a merge event
 * finds the merge. Apps whose deliveries are paused are skipped.
 */
export async function claimDeliveries(
  { db, clock, instance }: Pick<Context, "db" | "clock" | "instance">,
  { limit, busyApps }: { limit: number; busyApps: readonly string[] },
): Promise<{ id: string; appId: string }[]> {
  const now = clock.now();
  const { rows } = await db.execute(sql`
    with recursive heads as (
      (select lane, seq from webhook_deliveries
       where state = 'pending' and attempts = 0 order by lane, seq limit 1)
      union all
      select next.lane, next.seq from heads cross join lateral (
        select lane, seq from webhook_deliveries
        where state = 'pending' and attempts = 0 and lane > heads.lane order by lane, seq limit 1
      ) next
    ),
    candidates as (
      select d.id, d.app_id, d.repository_id, d.leased_until, d.send_at, d.seq
      from heads join webhook_deliveries d on d.seq = heads.seq and d.lane = heads.lane
        and d.state = 'pending' and d.attempts = 0
      union all
      (select id, app_id, repository_id, leased_until, send_at, seq from webhook_deliveries
       where state = 'pending' and attempts > 0 and send_at <= ${now}
         and app_id not in (select id from apps where webhook_paused_at is not null)
       order by send_at limit 1000)
    ),
    ranked as (
      select id, send_at, seq, row_number() over (partition by app_id order by send_at, seq) as rank
      from candidates c
      where (leased_until is null or leased_until < ${now})
        and app_id <> all(array(select jsonb_array_elements_text(${JSON.stringify(busyApps)}::jsonb)))
        and not exists (select 1 from apps a where a.id = c.app_id and a.webhook_paused_at is not null)
        and not exists (select 1 from ref_updates u where u.repository_id = c.repository_id and not u.settled)
    ),
    due as (
      select d.id from webhook_deliveries d
      where d.id in (select id from ranked where rank <= ${maxDeliveriesPerApp} order by send_at, seq limit ${limit})
        and d.state = 'pending' and (d.leased_until is null or d.leased_until < ${now})
      for update skip locked
    )
    update webhook_deliveries d set leased_until = ${now + leaseMs}, leased_by = ${instance}
    from due where d.id = due.id
    returning d.id, d.app_id`);
  return rows.map((row) => {
    const { id, app_id: appId } = Claimed.parse(row);
    return { id, appId };
  });
}

/** Time of the next future retry, if any. Retries already due are waiting for something else that will send a notification. */
export async function nextRetryAt({ db, clock }: Pick<Context, "db" | "clock">): Promise<number | undefined> {
  const { rows } = await db.execute(sql`
    select min(send_at)::text as at from webhook_deliveries
    where state = 'pending' and attempts > 0 and send_at > ${clock.now()}`);
  const { at } = z.object({ at: z.string().nullable() }).parse(rows[0]);
  return at === null ? undefined : Number(at);
}
