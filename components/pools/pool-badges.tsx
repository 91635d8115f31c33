import { Hourglass, MoonStar, Unplug, User } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Pool } from "@/lib/contract/pools/pool";
import { timeoutText } from "./pool-labels";

interface PoolBadgesProps {
  pool: Pool;
  /** Its state, such as missing workers, is shown beside them. */
  hasState?: boolean;
}

/** Badges for scope, staleness, missing workers and the reconnect timeout. */
export function PoolBadges({ pool, hasState = false }: PoolBadgesProps) {
  return (
    <span className="flex flex-wrap gap-1 empty:hidden">
      {pool.scope === "user" ? (
        <Badge title={`Only for user ${pool.ownerId}`}>
          <User aria-hidden />
          Personal
        </Badge>
      ) : null}
      {pool.isStale ? (
        <Badge tone="warning" title="No worker has connected for a long time">
          <MoonStar aria-hidden />
          Stale
        </Badge>
      ) : null}
      {!hasState && pool.connectedWorkerCount === 0 && !pool.isStale ? (
        <Badge title="Stays registered without workers. Agents sent to it wait in the queue.">
          <Unplug aria-hidden />
          No workers
        </Badge>
      ) : null}
      {pool.workerReadyTimeoutSeconds > 0 ? (
        <Badge title="How long a follow-up waits for an offline worker">
          <Hourglass aria-hidden />
          Waits {timeoutText(pool.workerReadyTimeoutSeconds)}
        </Badge>
      ) : null}
    </span>
  );
}
