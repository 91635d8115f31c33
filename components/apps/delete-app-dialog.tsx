"use client";

import { useRouter } from "next/navigation";
import { useDeleteApp } from "@/components/apps/app-mutations";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { App } from "@/lib/contract/hosting/app";
import { settingsPaths } from "@/lib/model/settings-paths";

export default function DeleteAppDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const router = useRouter();
  const { mutate, isPending, error } = useDeleteApp(app.id);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${app.displayName} is deleted.`);
        router.push(settingsPaths.apps());
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${app.displayName}?`}
      description="Its installations are removed everywhere, their tokens end at once, and nothing more is delivered to it. What it did keeps its name."
      action="Delete app"
      acting="Deleting…"
      phrase={app.displayName}
      pending={isPending}
      onConfirm={remove}
      failure={error}
      failed="The app was not deleted."
    />
  );
}
