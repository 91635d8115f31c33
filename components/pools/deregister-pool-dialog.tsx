"use client";

import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useDeregisterPool } from "@/components/workers/worker-mutations";
import type { Pool } from "@/lib/contract/pools/pool";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";

interface DeregisterPoolDialogProps {
  pool: Pool;
  /** How many wait for it, where that is known. */
  waiting: number | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function waitingLabel(waiting: number | undefined): string {
  if (waiting === undefined) return "What waits for it is not known at the moment; it stays in the queue.";
  if (waiting === 0) return "Nothing waits for it.";
  return `${plural(waiting, "One agent that waits stays", `${waiting} agents that wait stay`)} in the queue.`;
}

/** Deregisters a pool, after saying what continues regardless. */
export function DeregisterPoolDialog({ pool, waiting, open, onOpenChange }: DeregisterPoolDialogProps) {
  const router = useRouter();
  const { mutate, isPending, error } = useDeregisterPool();
  const { poolName, connectedWorkerCount: workers, repoOwner, repoName } = pool;
  const deregister = () =>
    mutate(
      {
        scope: pool.scope === "user" ? "user" : "team",
        pool_name: poolName,
        ...(repoOwner && repoName ? { repo_owner: repoOwner, repo_name: repoName } : {}),
      },
      {
        onSuccess: ({ deregistered }) => {
          onOpenChange(false);
          if (deregistered) toast.success(`The pool ${poolName} was deregistered.`);
          else toast.info(`The pool ${poolName} was not registered any more.`);
          router.push(paths.pools());
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Deregister ${poolName}?`}
      action="Deregister"
      acting="Deregistering…"
      pending={isPending}
      onConfirm={deregister}
      failure={error}
      failed="Nothing was changed."
    >
      <div className="space-y-3 text-sm">
        <p>It leaves all lists, and no new agent can be sent to it.</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            {workers === 0
              ? "No worker is connected."
              : `${plural(workers, "Its worker goes on and keeps", `Its ${workers} workers go on and keep`)} taking what waits.`}
          </li>
          <li>{waitingLabel(waiting)}</li>
          <li>A worker that joins by this name registers it again.</li>
        </ul>
      </div>
    </ConfirmDialog>
  );
}
