"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { useMergeExternalPull } from "./external-pull-mutations";

const methods = ["merge", "squash", "rebase"] as const;
const methodLabels = {
  merge: "Create a merge commit",
  squash: "Squash and merge",
  rebase: "Rebase and merge",
} as const;

interface ExternalPullMergeProps {
  agentId: string;
  pull: AgentPullRequest;
  onClose: () => void;
}

/** Confirms a merge on GitHub. Merges the head that was shown when the dialog opened. */
export default function ExternalPullMerge({ agentId, pull, onClose }: ExternalPullMergeProps) {
  const [{ headSha = "", number, title, base }] = useState(pull);
  const allowed = methods.filter((each) => pull.mergeMethods?.includes(each) ?? true);
  const [method, setMethod] = useState(allowed[0] ?? "merge");
  const { mutate, isPending, error } = useMergeExternalPull(agentId);
  const submit = () =>
    mutate(
      { url: pull.url, expectedHead: headSha, method },
      {
        onSuccess: ({ as }) => {
          toast.success(`Merged #${number} into ${base}${as === undefined ? "" : ` as ${as}`}.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Merge #${number}?`}
      description={`${title} is merged into ${base} on GitHub.`}
      action="Merge"
      pendingLabel="Merging…"
      ready={allowed.length > 0}
      pending={isPending}
      failure={error}
      errorTitle="Couldn't merge the pull request."
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Merge method"
        hint={`Head ${headSha.slice(0, 8)}`}
        value={method}
        onValue={(next) => setMethod(allowed.find((each) => each === next) ?? method)}
      >
        <Options values={allowed} label={(each) => methodLabels[each]} />
      </SelectField>
    </FormDialog>
  );
}
