import { useQuery } from "@tanstack/react-query";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { useActorNames } from "@/components/actor-names/use-actor-names";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { useWorkerName } from "@/components/workers/use-worker-name";
import { poolsQuery } from "@/components/workers/worker-queries";
import { isoTime } from "@/lib/core/clock";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { clockText } from "@/lib/model/queue/wait-stats";
import { whyWaiting } from "@/lib/model/queue/why-waiting";
import { agentStatus } from "@/lib/model/status/agent-status";

export const columns =
  "md:grid-cols-[minmax(0,1.8fr)_minmax(0,1.9fr)_minmax(0,0.9fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_5.5rem]";

interface QueueEntryProps {
  row: QueueRow;
  /** The agent's name, once it is known. */
  name: string | undefined;
  /** The dashboard's clock. */
  now: number;
  current: boolean;
  onOpen: (id: string) => void;
}

const shortId = (id: string) => id.split("-").slice(0, 2).join("-");

/** A row of the queue. The whole row opens the request's dialog. */
export function QueueEntry({ row, name, now, current, onOpen }: QueueEntryProps) {
  const actorName = useActorNames();
  const labels = row.labels.filter(({ key }) => key !== "pool" && key !== "repo");
  return (
    <div
      data-row-id={row.id}
      className={classNames(
        "relative grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm hover:bg-muted/50 md:min-h-11 md:py-1",
        columns,
        current && "bg-accent/50",
      )}
    >
      <button
        type="button"
        onClick={() => onOpen(row.id)}
        aria-haspopup="dialog"
        title={row.id}
        className={classNames("truncate text-left after:absolute after:inset-0", !name && "font-mono text-xs")}
      >
        {name || shortId(row.id)}
      </button>
      <span className="order-3 min-w-0 md:order-none">
        <State row={row} now={now} />
      </span>
      <span className="order-4 flex min-w-0 items-center justify-end gap-2 text-muted-foreground md:justify-start md:order-none md:text-foreground">
        <span className="truncate">{row.pool ?? "No pool"}</span>
        {labels.slice(0, 2).map(({ key, value }) => (
          <Badge key={key} className="hidden font-mono lg:inline-flex">
            <span className="truncate">
              {key}={value}
            </span>
          </Badge>
        ))}
      </span>
      <span className="order-5 truncate text-muted-foreground md:order-none">{row.repository ?? "Any repository"}</span>
      <span className="order-6 min-w-0 justify-self-end text-muted-foreground md:order-none md:justify-self-start">
        <ActorLabel name={actorName(row.owner)} />
      </span>
      <time
        dateTime={isoTime(row.createdAtMs)}
        title={isoTime(row.createdAtMs).replace("T", " ").replace("Z", " UTC")}
        className="order-2 text-right tabular-nums md:order-none"
      >
        {clockText(now - row.createdAtMs)}
      </time>
    </div>
  );
}

function State({ row, now }: { row: QueueRow; now: number }) {
  const { data } = useQuery(poolsQuery);
  const workerName = useWorkerName(row.claimedWorkerId);
  const isKnown = data !== undefined || row.claimedWorkerId !== undefined;
  const wait = isKnown ? whyWaiting(row, { pools: data?.pools ?? [], workerIds: undefined, ahead: 0, now }) : undefined;
  const env = { type: "pool", name: row.pool };
  const remaining = row.reconnectByMs === undefined ? 0 : row.reconnectByMs - now;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      <AgentStatusBadge status={agentStatus({ status: "ACTIVE", env, run: { status: "CREATING" }, wait })} />
      {remaining > 0 ? (
        <span
          className="shrink-0 text-muted-foreground text-xs tabular-nums"
          title={`Worker ${workerName} can reconnect until then.`}
        >
          {clockText(remaining)} left
        </span>
      ) : null}
    </span>
  );
}
