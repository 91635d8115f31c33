"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { workersQuery } from "@/components/workers/worker-queries";
import { paths } from "@/lib/model/paths";

const refetchMs = 2_000;

interface NewWorkersProps {
  pool: string;
  /** The id of the registration token. Undefined: the worker connects with another key. */
  keyId: string | undefined;
}

/** The workers that connected with the token or, without one, that joined the pool since the dialog was opened. */
export function NewWorkers({ pool, keyId }: NewWorkersProps) {
  const { data, error, refetch } = useQuery({ ...workersQuery, refetchInterval: refetchMs });
  const [before, setBefore] = useState<ReadonlySet<string>>();
  if (before === undefined && data) setBefore(new Set(data.workers.map(({ workerId }) => workerId)));
  const workers = (data?.workers ?? []).filter(({ workerId, registrationKeyId, poolName = pool }) =>
    keyId === undefined
      ? before !== undefined && !before.has(workerId) && poolName === pool
      : registrationKeyId === keyId,
  );
  if (error && !data) {
    return (
      <CallFailure error={error} onRetry={() => refetch()}>
        Couldn't load workers.
      </CallFailure>
    );
  }
  return (
    <div role="status" className="text-sm">
      {workers.length === 0 ? (
        <p className="flex items-center gap-2 text-muted-foreground">
          <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
          Waiting for a worker…
        </p>
      ) : (
        <ul className="space-y-1">
          {workers.map(({ workerId, name }) => (
            <li key={workerId} className="flex min-w-0 items-center gap-2">
              <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
              <span className="min-w-0 truncate">
                <Link href={paths.worker(workerId)} title={workerId} className="font-medium underline">
                  {name ?? workerId}
                </Link>{" "}
                connected
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
