"use client";

import { type FormEvent, useId, useState } from "react";
import { useDetachMirror, useForceCutover, useTransitionMirror } from "@/components/mirrors/mirror-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
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
  const form = useId();
  const [typed, setTyped] = useState("");
  const transition = useTransitionMirror(name);
  const force = useForceCutover(name);
  const detach = useDetachMirror(name);
  const { button, title, consequences, final } = actWords[act];
  const error = transition.error ?? force.error ?? detach.error;
  const waiting = transition.isPending || force.isPending || detach.isPending;
  const ready = !waiting && (!final || typed.trim() === name.repoName);
  const done = () => {
    toast.success(act === "detach" ? `${name.repoName} is cut off from its source.` : "The transition has begun.");
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    if (act === "force") force.mutate(undefined, { onSuccess: done });
    else if (act === "detach") detach.mutate(undefined, { onSuccess: done });
    else transition.mutate(act, { onSuccess: done });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={consequences}
      footer={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button type="submit" form={form} variant={final ? "danger" : "primary"} disabled={!ready}>
            {button}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        {final ? (
          <Field label={`Type “${name.repoName}” to confirm`}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}
