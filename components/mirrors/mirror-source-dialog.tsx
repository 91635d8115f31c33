"use client";

import { useState } from "react";
import { useUpdateMirror } from "@/components/mirrors/mirror-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { Mirror } from "@/lib/contract/admin/mirror";
import { isCredentialIncomplete, type MirrorSource, sourceBody, sourceFields } from "./mirror-source";
import { MirrorSourceFields } from "./mirror-source-fields";

/** The address, credential and admins of a mirror's source. The stored credential is never shown. */
export default function MirrorSourceDialog({ mirror, onClose }: { mirror: Mirror; onClose: () => void }) {
  const [source, setSource] = useState<MirrorSource>({
    url: mirror.url,
    admins: mirror.upstreamAdmins.join("\n"),
    username: "",
    password: "",
  });
  const { mutate, isPending, error } = useUpdateMirror(mirror.repositoryId);
  const { errorOf, failure } = splitFieldError(error, sourceFields);
  const submit = () => {
    mutate(sourceBody(source), {
      onSuccess: () => {
        toast.success("The source is stored; a transition that needed a decision is tried again.");
        onClose();
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Change the source"
      action="Store"
      ready={source.url.trim() !== "" && !isCredentialIncomplete(source)}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="Nothing was changed."
    >
      <MirrorSourceFields
        source={source}
        onChange={setSource}
        errorOf={errorOf}
        passwordHint={mirror.hasCredential ? "Left empty, the stored one stays." : undefined}
      />
    </FormDialog>
  );
}
