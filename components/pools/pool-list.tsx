"use client";

import Link from "next/link";
import { useMemo } from "react";
import { useQueue } from "@/components/queue/use-queue";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { useNow } from "@/components/ui/use-now";
import type { Pool } from "@/lib/contract/pools/pool";
import { paths } from "@/lib/model/paths";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { clockText } from "@/lib/model/queue/wait-stats";
import { AddWorkerButton } from "./add-worker-button";
import { CapacityBar } from "./capacity-bar";
import { PoolBadges } from "./pool-badges";
import { comparePools, poolKey, servedBy } from "./pool-labels";

interface Waiting {
  count: number;
  oldestMs: number;
}

interface PoolListProps {
  /** In any order. */
  pools: readonly Pool[];
  start: WorkerStart;
  /** Whether the user can create registration tokens. */
  canMint: boolean;
}

const headings = ["Pool", "State", "Busy", "Waiting", "Oldest"];

/** Every pool with its state, busy workers, and waiting agents. */
export function PoolList({ pools: unsorted, start, canMint }: PoolListProps) {
  const { rows, listed, health, offsetMs } = useQueue();
  const isKnown = listed && health.listedAtMs !== undefined;
  const pools = useMemo(() => [...unsorted].sort(comparePools), [unsorted]);
  const now = useNow() + offsetMs;
  const waiting = useMemo(() => {
    const byPool = new Map<string, Waiting>();
    for (const { pool, createdAtMs } of rows.values()) {
      if (pool === undefined) continue;
      const { count = 0, oldestMs = createdAtMs } = byPool.get(pool) ?? {};
      byPool.set(pool, { count: count + 1, oldestMs: Math.min(oldestMs, createdAtMs) });
    }
    return byPool;
  }, [rows]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section aria-label="Pool list" tabIndex={0} className="overflow-x-auto rounded-md border">
      <table className="w-full text-left text-sm max-md:block">
        <thead className="text-muted-foreground text-xs max-md:hidden">
          <tr className="border-b">
            {headings.map((heading) => (
              <th key={heading} scope="col" className="px-3 py-1.5 font-medium">
                {heading}
              </th>
            ))}
            <th scope="col" className="px-3 py-1.5">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y max-md:block">
          {pools.map((pool) => (
            <PoolRow
              key={poolKey(pool)}
              pool={pool}
              waiting={isKnown ? (waiting.get(pool.poolName) ?? { count: 0, oldestMs: now }) : undefined}
              now={now}
              start={start}
              canMint={canMint}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PoolRowProps extends Omit<PoolListProps, "pools"> {
  pool: Pool;
  /** The agents waiting for it, once known. */
  waiting: Waiting | undefined;
  now: number;
}

const cell = "px-3 py-2 max-md:p-0";

function PoolRow({ pool, waiting, now, start, canMint }: PoolRowProps) {
  return (
    <tr className="hover:bg-muted/50 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3">
      <th scope="row" className={classNames(cell, "min-w-0 max-w-72 font-medium max-md:basis-full")}>
        <Link href={paths.pool(pool.poolName)} className="block truncate hover:underline">
          {pool.poolName}
        </Link>
        <span className="block truncate font-normal text-muted-foreground text-xs">
          {servedBy(pool) ?? "Any repository"}
        </span>
      </th>
      <td className={cell}>
        <span className="flex flex-wrap gap-1">
          <PoolState pool={pool} waiting={waiting?.count ?? 0} />
          <PoolBadges pool={pool} hasState />
        </span>
      </td>
      <td className={cell}>
        <CapacityBar inUse={pool.inUseWorkerCount} connected={pool.connectedWorkerCount} of={pool.poolName} />
      </td>
      <td className={classNames(cell, "tabular-nums", !waiting?.count && "text-muted-foreground")}>
        {waiting === undefined ? (
          "…"
        ) : waiting.count > 0 ? (
          <Link href={paths.queueOf(pool.poolName)} className="hover:underline">
            {waiting.count} waiting
          </Link>
        ) : (
          "0 waiting"
        )}
      </td>
      <td className={classNames(cell, "text-muted-foreground tabular-nums")}>
        {waiting && waiting.count > 0 ? clockText(now - waiting.oldestMs) : <span className="max-md:hidden">–</span>}
      </td>
      <td className={classNames(cell, "text-right max-md:ml-auto")}>
        <AddWorkerButton small start={start} canMint={canMint} pool={pool.poolName} repository={servedBy(pool)} />
      </td>
    </tr>
  );
}

function PoolState({ pool, waiting }: { pool: Pool; waiting: number }) {
  const { connectedWorkerCount: connected, inUseWorkerCount: inUse } = pool;
  if (connected === 0) return <Badge tone={waiting > 0 ? "warning" : "neutral"}>No workers</Badge>;
  if (inUse >= connected) return <Badge tone={waiting > 0 ? "warning" : "info"}>All busy</Badge>;
  return <Badge tone="success">Ready</Badge>;
}
