"use client";

import Link from "next/link";
import { useMemo } from "react";
import { useQueue } from "@/components/queue/use-queue";
import { classNames } from "@/components/ui/class-names";
import type { Pool } from "@/lib/contract/pools/pool";
import { paths } from "@/lib/model/paths";
import { CapacityBar } from "./capacity-bar";
import { PoolBadges } from "./pool-badges";
import { poolKey, servedBy } from "./pool-labels";

/** Every pool with its capacity and the number of waiting agents. */
export function PoolList({ pools }: { pools: readonly Pool[] }) {
  const { rows, listed, health } = useQueue();
  const isKnown = listed && health.listedAtMs !== undefined;
  const waiting = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { pool } of rows.values()) if (pool !== undefined) counts.set(pool, (counts.get(pool) ?? 0) + 1);
    return counts;
  }, [rows]);
  return (
    <ul className="divide-y rounded-md border">
      {pools.map((pool) => (
        <li
          key={poolKey(pool)}
          className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2.5 text-sm hover:bg-muted/50 md:grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_10rem_6rem_minmax(0,1fr)]"
        >
          <Link href={paths.pool(pool.poolName)} className="truncate font-medium after:absolute after:inset-0">
            {pool.poolName}
          </Link>
          <span className="order-3 truncate text-muted-foreground md:order-none">
            {servedBy(pool) ?? "Any repository"}
          </span>
          <CapacityBar inUse={pool.inUseWorkerCount} connected={pool.connectedWorkerCount} of={pool.poolName} />
          <span
            className={classNames(
              "order-4 text-right tabular-nums md:order-none md:text-left",
              waiting.get(pool.poolName) === undefined && "text-muted-foreground",
            )}
          >
            {isKnown ? `${waiting.get(pool.poolName) ?? 0} waiting` : "…"}
          </span>
          <PoolBadges pool={pool} className="order-5 col-span-2 md:order-none md:col-span-1" />
        </li>
      ))}
    </ul>
  );
}
