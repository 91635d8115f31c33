"use client";

import { useDeleteApp } from "@/components/apps/app-mutations";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import type { App } from "@/lib/contract/hosting/apps/app";
import { settingsPaths } from "@/lib/model/settings-paths";

export default function DeleteAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const router = usePageRouter();
  const { mutate, isPending, error } = useDeleteApp(app.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${app.displayName} deleted.`);
        router.push(settingsPaths.apps());
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${app.displayName}?`}
      description="The app is uninstalled everywhere, its tokens are revoked immediately, and webhook deliveries stop. Past checks and comments keep showing its name."
      action="Delete app"
      pendingLabel="Deleting…"
      phrase={app.displayName}
      pending={isPending}
      onConfirm={remove}
      failure={error}
      errorTitle="Couldn't delete the app."
    />
  );
}
