"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { formBatch } from "@/lib/model/batches/form-batch";
import { memberTitle } from "@/lib/model/batches/member-title";
import { planBatch } from "@/lib/model/batches/plan-batch";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { counted } from "@/lib/model/plural";

interface ConfirmBatchProps {
  fields: LaunchFields;
  onClose: () => void;
  onConfirm: () => void;
}

/** Lists the agents of a batch before they are launched. */
export default function ConfirmBatch({ fields, onClose, onConfirm }: ConfirmBatchProps) {
  const batch = formBatch(fields);
  const urls = filledRepositories(fields).map(({ url }) => url);
  const model = fields.model === "" ? undefined : { id: fields.model };
  const members = planBatch({ ...batch, launch: { model, repos: urls.map((url) => ({ url })) } });
  const action = `Launch ${counted(batch.count, "agent")}`;
  return (
    <ConfirmDialog
      title={`${action}?`}
      description={`${batch.text}. Each agent uses its own tokens.`}
      action={action}
      danger={false}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ol className="max-h-60 space-y-0.5 overflow-auto text-sm">
        {members.map((member) => (
          <li key={member.position} className="break-words">
            {memberTitle({
              position: member.position,
              attempt: member.attempt,
              model: member.model?.id ?? "",
              repositories: (member.repository === undefined
                ? urls
                : urls.slice(member.repository, member.repository + 1)
              ).map(repositoryName),
            })}
          </li>
        ))}
      </ol>
    </ConfirmDialog>
  );
}
