"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { useCommentOnExternalPull } from "./external-pull-mutations";

interface ExternalPullCommentProps {
  agentId: string;
  pull: AgentPullRequest;
  onClose: () => void;
}

/** Writes a comment on a pull request on GitHub. */
export default function ExternalPullComment({ agentId, pull: { url, number }, onClose }: ExternalPullCommentProps) {
  const [body, setBody] = useState("");
  const { mutate, isPending, error } = useCommentOnExternalPull(agentId);
  const submit = () =>
    mutate(
      { url, body },
      {
        onSuccess: () => {
          toast.success(`Commented on #${number}.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Comment on #${number}`}
      description="Anyone who can view the pull request on GitHub can see the comment."
      action="Comment"
      pendingLabel="Commenting…"
      ready={body.trim() !== ""}
      pending={isPending}
      failure={error}
      errorTitle="Couldn't comment on the pull request."
      onClose={onClose}
      onSubmit={submit}
    >
      <TextAreaField label="Comment" rows={5} value={body} onValue={setBody} />
    </FormDialog>
  );
}
