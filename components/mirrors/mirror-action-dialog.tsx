"use client";

import { useDetachMirror, useForceCutover, useTransitionMirror } from "@/components/mirrors/mirror-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { type MirrorAction, mirrorActionTexts } from "./mirror-states";

interface MirrorActionDialogProps {
  name: RepositoryName;
  action: MirrorAction;
  onClose: () => void;
}

/** Confirms and runs a mirror action: start, switch direction, force, or detach. */
export default function MirrorActionDialog({ name, action, onClose }: MirrorActionDialogProps) {
  const transition = useTransitionMirror(name);
  const force = useForceCutover(name);
  const detach = useDetachMirror(name);
  const { button, title, detail, irreversible } = mirrorActionTexts[action];
  const done = () => {
    toast.success(action === "detach" ? "Mirror detached." : "Mirror transition started.");
    onClose();
  };
  const confirm = () => {
    if (action === "force") force.mutate(undefined, { onSuccess: done });
    else if (action === "detach") detach.mutate(undefined, { onSuccess: done });
    else transition.mutate(action, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      description={detail}
      action={button}
      cancelLabel="Cancel"
      danger={irreversible}
      phrase={irreversible ? name.repoName : undefined}
      pending={transition.isPending || force.isPending || detach.isPending}
      onConfirm={confirm}
      failure={transition.error ?? force.error ?? detach.error}
      errorTitle="Couldn't change the mirror."
    />
  );
}
