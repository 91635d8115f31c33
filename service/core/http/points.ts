import { and, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "../context";
import type { Principal } from "../principal";
import { pointWindows } from "../store/tables/points";
import { ApiError } from "./api-error";

const windowMs = 60_000;

/** A principal's current budget. */
export interface Budget {
  limit: number;
  used: number;
  remaining: number;
  /** End of the window, in Unix seconds. */
  reset: number;
}

/** Points per principal in one-minute windows that start with the first charged request. */
export interface PointBudget {
  /** Charges points. Throws ResourceExhausted (429) with the budget headers when too few are left. */
  charge(principal: Principal, points: number): Promise<Budget>;
  /** Refunds the cost of a request that was denied. */
  refund(principal: Principal, points: number): Promise<void>;
  read(principal: Principal): Promise<Budget>;
}

export interface WithPoints {
  /** Points of the hosting API. */
  points: PointBudget;
}

/** Rate limit headers of a charged response. */
export function budgetHeaders({ limit, used, remaining, reset }: Budget, resource: string): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": resource,
  };
}

function ownerOf(principal: Principal): { key: string; what: string } {
  if (principal.kind === "user" || principal.kind === "subToken") {
    return { key: `user ${principal.userId}`, what: "user" };
  }
  if (principal.kind === "serviceAccount") {
    return { key: `account ${principal.serviceAccountId}`, what: "service account" };
  }
  if (principal.kind === "installationUser") return { key: `user ${principal.userId}`, what: "user" };
  if (principal.kind === "installation") {
    return { key: `installation ${principal.installationId}`, what: "installation" };
  }
  if (principal.kind === "app") return { key: `app ${principal.appId}`, what: "app" };
  return principal.kind === "run" ? { key: `run ${principal.runId}`, what: "run" } : { key: "admin", what: "admin" };
}

/** Equal for credentials of the same user, account, app or run. */
export function principalKey(principal: Principal): string {
  return ownerOf(principal).key;
}

/** Apps get ten times a user's points, installations five times (contract, section 3). */
function limitOf(principal: Principal, limit: number): number {
  if (principal.kind === "app") return limit * 10;
  return principal.kind === "installation" ? limit * 5 : limit;
}

type Dependencies = Pick<Context, "db" | "clock">;

const Window = z
  .object({ started_at: z.coerce.number(), used: z.number() })
  .transform(({ started_at: start, used }) => ({ start, used }));

/**
 * A budget shared by all services on the database. `userLimit` is the limit per minute of a user or service account. A
 * charge is one statement, whose commit doesn't wait for the disk: a crash of the database can forget the last charges.
 */
export function createPointBudget(resource: string, userLimit: number, { db, clock }: Dependencies): PointBudget {
  const keyOf = (principal: Principal) => `${resource} ${ownerOf(principal).key}`;

  const budgetOf = ({ start, used }: { start: number; used: number }, limit: number): Budget => ({
    limit,
    used,
    remaining: Math.max(0, limit - used),
    reset: Math.ceil((start + windowMs) / 1000),
  });

  async function windowOf(principal: Principal): Promise<{ start: number; used: number }> {
    const now = clock.now();
    const isCurrent = and(eq(pointWindows.key, keyOf(principal)), gt(pointWindows.startedAt, now - windowMs));
    const [row] = await db.select().from(pointWindows).where(isCurrent);
    return { start: row?.startedAt ?? now, used: row?.used ?? 0 };
  }

  /** The window with the points added; `undefined` if too few are left. */
  async function add(principal: Principal, points: number, limit: number) {
    if (points > limit) return undefined;
    const now = clock.now();
    const isOver = sql`w.started_at <= ${now - windowMs}`;
    const { rows } = await db.execute(sql`
      with settings as materialized (select set_config('synchronous_commit', 'off', true))
      insert into ${pointWindows} as w (key, started_at, used)
      select ${keyOf(principal)}, ${now}::bigint, ${points}::int from settings
      on conflict (key) do update set
        started_at = case when ${isOver} then excluded.started_at else w.started_at end,
        used = case when ${isOver} then 0 else w.used end + excluded.used
      where ${isOver} or w.used + excluded.used <= ${limit}::bigint
      returning w.started_at, w.used`);
    return rows[0] && Window.parse(rows[0]);
  }

  return {
    async charge(principal, points) {
      const limit = limitOf(principal, userLimit);
      const charged = points > 0 ? await add(principal, points, limit) : await windowOf(principal);
      if (charged) return budgetOf(charged, limit);
      const window = await windowOf(principal);
      const wait = Math.max(1, Math.ceil((window.start + windowMs - clock.now()) / 1000));
      const { what } = ownerOf(principal);
      const message = `Rate limit exceeded: ${limit} points per minute for this ${what}. Retry after ${wait}s.`;
      throw new ApiError(429, "ResourceExhausted", message, undefined, {
        "retry-after": String(wait),
        ...budgetHeaders({ ...budgetOf(window, limit), remaining: 0 }, resource),
      });
    },
    async refund(principal, points) {
      await db
        .update(pointWindows)
        .set({ used: sql`greatest(0, ${pointWindows.used} - ${points})` })
        .where(eq(pointWindows.key, keyOf(principal)));
    },
    read: async (principal) => budgetOf(await windowOf(principal), limitOf(principal, userLimit)),
  };
}

/** Deletes windows that are over. */
export async function sweepPoints({ db, clock }: Dependencies): Promise<void> {
  await db.delete(pointWindows).where(lte(pointWindows.startedAt, clock.now() - windowMs));
}
