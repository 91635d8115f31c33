import Link from "next/link";
import type { Pool } from "@/lib/contract/pools/pool";
import { paths } from "@/lib/paths";
import { CapacityBar } from "./capacity-bar";
import { PoolMarks } from "./pool-marks";
import { poolKey, servedBy } from "./pool-words";

interface PoolListProps {
  pools: readonly Pool[];
  /** How many wait for each pool name. */
  waiting: ReadonlyMap<string, number>;
}

export function PoolList({ pools, waiting }: PoolListProps) {
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
            {servedBy(pool) ?? "any repository"}
          </span>
          <CapacityBar inUse={pool.inUseWorkerCount} connected={pool.connectedWorkerCount} of={pool.poolName} />
          <span className="order-4 text-right text-muted-foreground tabular-nums md:order-none md:text-left">
            {waiting.get(pool.poolName) ?? 0} waiting
          </span>
          <span className="order-5 md:order-none">
            <PoolMarks pool={pool} />
          </span>
        </li>
      ))}
    </ul>
  );
}
