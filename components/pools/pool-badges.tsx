import { Anchor, Hourglass, MoonStar, User } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import type { Pool } from "@/lib/contract/pools/pool";
import { windowText } from "./pool-labels";

/** What is special about a pool. */
export function PoolMarks({ pool, className }: { pool: Pool; className?: string }) {
  return (
    <span className={classNames("flex flex-wrap gap-1 empty:hidden", className)}>
      {pool.scope === "user" ? (
        <Badge title={`Of user ${pool.ownerId} alone`}>
          <User aria-hidden />
          personal
        </Badge>
      ) : null}
      {pool.isStale ? (
        <Badge tone="warning" title="No worker was connected for a long time">
          <MoonStar aria-hidden />
          stale
        </Badge>
      ) : null}
      {pool.connectedWorkerCount === 0 && !pool.isStale ? (
        <Badge title="It stays registered without workers: agents can be sent to it, and wait">
          <Anchor aria-hidden />
          durable
        </Badge>
      ) : null}
      {pool.workerReadyTimeoutSeconds > 0 ? (
        <Badge title="How long a follow-up waits for a worker that is away">
          <Hourglass aria-hidden />
          {windowText(pool.workerReadyTimeoutSeconds)}
        </Badge>
      ) : null}
    </span>
  );
}
