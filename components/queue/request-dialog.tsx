"use client";

import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { useActorNames } from "@/components/actor-names/use-actor-names";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { ShortId } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { SecretOnce } from "@/components/ui/secret-once";
import { useNow } from "@/components/ui/use-now";
import { useMintSessionToken } from "@/components/workers/worker-mutations";
import { paths } from "@/lib/model/paths";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { clockText } from "@/lib/model/queue/wait-stats";
import { ClaimForm } from "./claim-form";
import { ReleaseClaim } from "./release-claim";
import { WhyWaiting } from "./why-waiting";

interface RequestDialogProps {
  id: string | undefined;
  rows: QueueRows;
  offsetMs: number;
  start: WorkerStart;
  canClaim: boolean;
  canRelease: boolean;
  onClose: () => void;
}

/** Why a request is waiting, with the actions that help. Stays open when the request leaves the queue. */
export function RequestDialog({ id, rows, onClose, ...rest }: RequestDialogProps) {
  const row = id === undefined ? undefined : rows.get(id);
  const [last, setLast] = useState<QueueRow>();
  useEffect(() => {
    if (row) setLast(row);
  }, [row]);
  const shown = row ?? (last?.id === id ? last : undefined);
  return (
    <Dialog
      open={shown !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={shown?.claimedWorkerId === undefined ? "Waiting for a worker" : "Waiting for its worker to reconnect"}
    >
      {shown ? <Request key={shown.id} row={shown} waits={row !== undefined} rows={rows} {...rest} /> : null}
    </Dialog>
  );
}

interface RequestProps extends Omit<RequestDialogProps, "id" | "onClose"> {
  row: QueueRow;
  /** False once it has left the queue. */
  waits: boolean;
}

function Request({ row, waits, rows, offsetMs, start, canClaim, canRelease }: RequestProps) {
  const now = useNow() + offsetMs;
  const actorName = useActorNames();
  const names = useAgentNames([row.id]);
  const [claiming, setClaiming] = useState<"pending" | "claimed">();
  return (
    <div className="space-y-4 text-sm">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-muted-foreground">Agent</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <Link href={paths.agent(row.id)} className="min-w-0 break-words underline underline-offset-2">
            {names.get(row.id) || "View agent"}
          </Link>
          <ShortId id={row.id} what="agent ID" />
        </dd>
        <dt className="text-muted-foreground">Waiting</dt>
        <dd className="tabular-nums">{clockText(now - row.createdAtMs)}</dd>
        <dt className="text-muted-foreground">Requested by</dt>
        <dd className="min-w-0">
          <ActorLabel name={actorName(row.owner)} />
        </dd>
        <dt className="text-muted-foreground">Labels</dt>
        <dd className="break-words font-mono text-xs leading-5">
          {row.labels.map(({ key, value }) => `${key}=${value}`).join(" ") || "None"}
        </dd>
      </dl>
      {waits ? (
        <WhyWaiting row={row} rows={rows} now={now} start={start} />
      ) : (
        <p role="status" className="rounded-md border bg-muted/50 p-3">
          {claiming === "claimed"
            ? "Claimed. The agent has left the queue."
            : "The agent has left the queue: a worker picked it up, or its run ended."}
        </p>
      )}
      {/* The request leaves the queue before the claim's response arrives, and the response may contain a token. */}
      {canClaim && (claiming !== undefined || (waits && row.claimedWorkerId === undefined)) ? (
        <ClaimForm row={row} waits={waits} start={start} canRelease={canRelease} onChange={setClaiming} />
      ) : null}
      {canClaim && waits && row.claimedWorkerId !== undefined ? (
        <MintToken requestId={row.id} workerId={row.claimedWorkerId} />
      ) : null}
      {canRelease && waits && row.claimedWorkerId !== undefined ? <ReleaseClaim requestId={row.id} /> : null}
    </div>
  );
}

/** Creates a session token for the worker that holds a claim. */
function MintToken({ requestId, workerId }: { requestId: string; workerId: string }) {
  const { mutate, data, error, isPending, reset } = useMintSessionToken();
  return (
    <div className="space-y-2">
      {data ? <SecretOnce what="session token" secret={data.token} expiresAt={data.expiresAt} onHide={reset} /> : null}
      {error ? <CallFailure error={error}>Couldn't create a session token.</CallFailure> : null}
      <Button disabled={isPending} onClick={() => mutate({ id: requestId, workerId })}>
        <KeyRound aria-hidden />
        {isPending ? "Creating…" : data ? "Create another session token" : "Create session token"}
      </Button>
    </div>
  );
}
