"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import type { Mirror } from "@/lib/contract/admin/mirror";
import { useUpdateMirror } from "@/lib/queries/mirrors";
import { isHalfGiven, type MirrorSource, refusedField, sourceBody } from "./mirror-source";
import { MirrorSourceFields } from "./mirror-source-fields";

/** The address, credential and admins of a mirror's source. The stored credential is never shown. */
export default function MirrorSourceDialog({ mirror, onClose }: { mirror: Mirror; onClose: () => void }) {
  const form = useId();
  const [source, setSource] = useState<MirrorSource>({
    url: mirror.url,
    admins: mirror.upstreamAdmins.join("\n"),
    username: "",
    password: "",
  });
  const { mutate, isPending, error } = useUpdateMirror(mirror.repositoryId);
  const refused = refusedField(error);
  const ready = !isPending && source.url.trim() !== "" && !isHalfGiven(source);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    mutate(sourceBody(source), {
      onSuccess: () => {
        toast.success("The source is stored; a transition that needed a decision is tried again.");
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change the source"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            Store
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !refused ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        <MirrorSourceFields
          source={source}
          onChange={setSource}
          errorAt={(field) => (field === refused ? error?.message : undefined)}
          passwordHint={mirror.hasCredential ? "Left empty, the stored one stays." : undefined}
        />
      </form>
    </Dialog>
  );
}
