"use client";

import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { retryImport } from "@/lib/client/retry-import";
import type { WorkerStart } from "@/lib/model/queue/start-command";

/** Loaded when it is opened. */
const AddWorkerDialog = lazy(() => retryImport(() => import("./add-worker-dialog")));

interface AddWorkerButtonProps {
  start: WorkerStart;
  /** The user's email address, if they may create worker tokens. */
  mintFor: string | undefined;
  pool: string;
  /** The repository the pool is bound to. */
  repository: string | undefined;
  /** In a table row, next to the pool's name. */
  small?: boolean;
}

/** Opens the command that adds a worker to a pool. */
export function AddWorkerButton({ small = false, pool, ...props }: AddWorkerButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={small ? "small" : undefined}
        variant={small ? undefined : "primary"}
        aria-label={small ? `Add worker to ${pool}` : undefined}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
        Add worker
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <AddWorkerDialog pool={pool} {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
