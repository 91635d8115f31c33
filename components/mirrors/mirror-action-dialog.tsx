"use client";

import { useDetachMirror, useForceCutover, useTransitionMirror } from "@/components/mirrors/mirror-queries";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { actWords, type MirrorAct } from "./mirror-labels";

interface MirrorActDialogProps {
  name: RepositoryName;
  act: MirrorAct;
  onClose: () => void;
}

/** Turns a mirror or cuts it off, saying first what that means. */
export default function MirrorActDialog({ name, act, onClose }: MirrorActDialogProps) {
  const transition = useTransitionMirror(name);
  const force = useForceCutover(name);
  const detach = useDetachMirror(name);
  const { button, title, consequences, final } = actWords[act];
  const done = () => {
    toast.success(act === "detach" ? `${name.repoName} is cut off from its source.` : "The transition has begun.");
    onClose();
  };
  const confirm = () => {
    if (act === "force") force.mutate(undefined, { onSuccess: done });
    else if (act === "detach") detach.mutate(undefined, { onSuccess: done });
    else transition.mutate(act, { onSuccess: done });
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
