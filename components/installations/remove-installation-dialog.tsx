"use client";

import { useRemoveInstallation } from "@/components/installations/installation-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";

interface RemoveInstallationDialogProps {
  installation: NamespaceInstallation;
  onClose: () => void;
}

/** Confirms uninstalling an app. */
export default function RemoveInstallationDialog({ installation, onClose }: RemoveInstallationDialogProps) {
  const { app, target, id } = installation;
  const { mutate, isPending, error } = useRemoveInstallation(id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${app.displayName} uninstalled from ${target.slug}.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Uninstall ${app.displayName} from ${target.slug}?`}
      description="Its tokens are revoked immediately and it receives no more events. Its checks and comments are kept. To use the app again, an admin must reinstall it."
      action="Uninstall"
      pendingLabel="Uninstalling…"
      pending={isPending}
      onConfirm={remove}
      failure={error}
      errorTitle="Couldn't uninstall the app."
    />
  );
}
