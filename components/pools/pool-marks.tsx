import { Anchor, Hourglass, MoonStar, User } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Pool } from "@/lib/contract/pools/pool";

/** What is special about a pool. */
export function PoolMarks({ pool }: { pool: Pool }) {
  return (
    <span className="flex flex-wrap gap-1">
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
          {pool.workerReadyTimeoutSeconds} s
        </Badge>
      ) : null}
    </span>
  );
}
