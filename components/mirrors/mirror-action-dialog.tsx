"use client";

import { useDetachMirror, useForceCutover, useTransitionMirror } from "@/components/mirrors/mirror-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { actionLabels, type MirrorAction } from "./mirror-labels";

interface MirrorActionDialogProps {
  name: RepositoryName;
  action: MirrorAction;
  onClose: () => void;
}

/** Switches a mirror's direction or detaches it, after showing what that means. */
export default function MirrorActionDialog({ name, action, onClose }: MirrorActionDialogProps) {
  const transition = useTransitionMirror(name);
  const force = useForceCutover(name);
  const detach = useDetachMirror(name);
  const { button, title, consequences, final } = actionLabels[action];
  const done = () => {
    toast.success(action === "detach" ? `${name.repoName} is cut off from its source.` : "The transition has begun.");
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
      description={consequences}
      action={button}
      keep="Leave it"
      danger={final}
      phrase={final ? name.repoName : undefined}
      pending={transition.isPending || force.isPending || detach.isPending}
      onConfirm={confirm}
      failure={transition.error ?? force.error ?? detach.error}
      failed="Nothing was changed."
    />
  );
}
