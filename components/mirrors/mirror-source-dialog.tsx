"use client";

import { useState } from "react";
import { useUpdateMirror } from "@/components/mirrors/mirror-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { Mirror } from "@/lib/contract/admin/mirrors/mirror";
import { isCredentialIncomplete, type MirrorSource, sourceBody, sourceFields } from "./mirror-source";
import { MirrorSourceFields } from "./mirror-source-fields";

/** Edits a mirror's upstream URL, admins and credential. The stored credential is never shown. */
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
        toast.success("Upstream saved. A transition that needs attention is retried.");
        onClose();
      },
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Edit upstream"
      action="Save upstream"
      ready={source.url.trim() !== "" && !isCredentialIncomplete(source)}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't save the upstream."
    >
      <MirrorSourceFields
        source={source}
        onChange={setSource}
        errorOf={errorOf}
        passwordHint={mirror.hasCredential ? "Leave empty to keep the stored credential." : undefined}
      />
    </FormDialog>
  );
}
