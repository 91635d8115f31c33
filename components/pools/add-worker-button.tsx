"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { usePageAction } from "@/components/ui/page-actions";
import { useCreateRegistrationToken } from "@/components/workers/worker-mutations";
import type { WorkerStart } from "@/lib/model/queue/start-command";

/** Loaded when it is opened. */
const AddWorkerDialog = lazyPart(() => import("./add-worker-dialog"));

interface AddWorkerButtonProps {
  start: WorkerStart;
  /** Whether the user may create registration tokens, and the service issues them. */
  canMint: boolean;
  /** Undefined: chosen in the dialog. */
  pool?: string;
  /** The repository the pool is bound to. */
  repository?: string | undefined;
  /** In a table row, next to the pool's name. */
  small?: boolean;
}

/** Opens the command that adds a worker to a pool, with a new token if the pool is known. */
export function AddWorkerButton({ small = false, canMint, pool, ...props }: AddWorkerButtonProps) {
  const [open, setOpen] = useState(false);
  const registration = useCreateRegistrationToken();
  const onOpen = () => {
    setOpen(true);
    if (canMint && pool !== undefined) registration.mutate({ pool, owner: "team" });
  };
  usePageAction({ label: pool === undefined ? "Add worker" : `Add worker to ${pool}`, icon: Plus, run: onOpen });
  const onClose = () => {
    setOpen(false);
    registration.reset();
  };
  return (
    <>
      <Button
        size={small ? "small" : undefined}
        variant={small ? undefined : "primary"}
        aria-label={small ? `Add worker to ${pool}` : undefined}
        onClick={onOpen}
      >
        <Plus aria-hidden />
        Add worker
      </Button>
      {open ? (
        <AddWorkerDialog pool={pool} canMint={canMint} registration={registration} {...props} onClose={onClose} />
      ) : null}
    </>
  );
}
