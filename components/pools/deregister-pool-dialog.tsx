"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useDeregisterPool } from "@/components/workers/worker-mutations";
import type { Pool } from "@/lib/contract/pools/pool";
import { paths } from "@/lib/model/paths";
import { plural } from "@/lib/model/plural";

interface DeregisterPoolDialogProps {
  pool: Pool;
  /** The number of agents waiting for the pool, if known. */
  waiting: number | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function waitingLabel(waiting: number | undefined): string {
  if (waiting === undefined) return "Waiting agents stay in the queue.";
  if (waiting === 0) return "No agents are waiting for it.";
  return `${plural(waiting, "1 waiting agent stays", `${waiting} waiting agents stay`)} in the queue.`;
}

/** Confirms deleting a pool and lists what keeps running. */
export function DeregisterPoolDialog({ pool, waiting, open, onOpenChange }: DeregisterPoolDialogProps) {
  const router = usePageRouter();
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
          if (deregistered) toast.success(`Pool ${poolName} deleted.`);
          else toast.info(`Pool ${poolName} was already deleted.`);
          router.push(paths.capacity());
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Delete pool ${poolName}?`}
      action="Delete pool"
      pendingLabel="Deleting…"
      pending={isPending}
      onConfirm={deregister}
      failure={error}
      errorTitle="Couldn't delete the pool."
    >
      <div className="space-y-3 text-sm">
        <p>The pool disappears from all lists, and no more agents can be sent to it.</p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            {workers === 0
              ? "No workers are connected."
              : `${plural(workers, "Its worker stays connected and keeps", `Its ${workers} workers stay connected and keep`)} picking up waiting agents.`}
          </li>
          <li>{waitingLabel(waiting)}</li>
          <li>A worker started with this pool name registers it again.</li>
        </ul>
      </div>
    </ConfirmDialog>
  );
}
