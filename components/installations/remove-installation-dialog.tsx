"use client";

import { useRemoveInstallation } from "@/components/installations/installation-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { NamespaceInstallation } from "@/lib/contract/admin/list-installations";

interface RemoveInstallationDialogProps {
  installation: NamespaceInstallation;
  onClose: () => void;
}

/** Takes back what was agreed to. */
export default function RemoveInstallationDialog({ installation, onClose }: RemoveInstallationDialogProps) {
  const { app, target, id } = installation;
  const { mutate, isPending, error } = useRemoveInstallation(id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${app.displayName} is removed from ${target.slug}.`);
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Remove ${app.displayName} from ${target.slug}?`}
      description="Its tokens end at once and it hears of nothing here any more. Checks and comments it made stay. To have it back, somebody has to agree again."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" disabled={isPending} onClick={remove}>
            {isPending ? "Removing…" : "Remove"}
          </Button>
        </>
      }
    >
      {error ? <CallFailure error={error}>The installation was not removed.</CallFailure> : null}
    </Dialog>
  );
}
