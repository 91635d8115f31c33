"use client";

import { useRemoveInstallation } from "@/components/installations/installation-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${app.displayName} from ${target.slug}?`}
      description="Its tokens end at once and it hears of nothing here any more. Checks and comments it made stay. To have it back, somebody has to agree again."
      action="Remove"
      acting="Removing…"
      pending={isPending}
      onConfirm={remove}
      failure={error}
      failed="The installation was not removed."
    />
  );
}
