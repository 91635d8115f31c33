"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { memberTitle } from "@/lib/model/batches/member-title";
import { pullRequestNumber } from "@/lib/model/hosting/address-names";
import { counted, plural } from "@/lib/model/plural";
import { pullUrls } from "@/lib/model/status/row-status";
import type { MemberView } from "./use-batch-members";

interface KeepDialogProps {
  kept: readonly MemberView[];
  /** The other agents, without those that are archived already. */
  archived: readonly AgentRow[];
  onClose: () => void;
  onConfirm: () => void;
}

/** The pull requests that stay open when an agent is archived. */
function openPulls(agent: AgentRow): string[] {
  const isOpen = (url: string) => (agent.pulls?.find((pull) => pull.url === url)?.state ?? "open") === "open";
  return pullUrls(agent).filter(isOpen);
}

/** Asks before it archives all agents of a batch but the selected ones. */
export function KeepDialog({ kept, archived, onClose, onConfirm }: KeepDialogProps) {
  const active = archived.filter(({ run }) => run && !isTerminal(run.status)).length;
  const pulls = archived.flatMap((agent) => openPulls(agent).map((url) => ({ agent, url })));
  const count = counted(archived.length, "agent");
  return (
    <ConfirmDialog
      title={`Archive ${count}?`}
      description={`Keeps ${kept.map(({ member }) => memberTitle(member)).join("; ")}. Archives the other ${count} in this batch.`}
      action={`Archive ${count}`}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    >
      {active > 0 ? (
        <p className="text-sm">
          {counted(active, "active run")} {plural(active, "is", "are")} canceled.
        </p>
      ) : null}
      {pulls.length > 0 ? (
        <div className="space-y-1 text-sm">
          <p>
            {counted(pulls.length, "pull request")} {plural(pulls.length, "stays", "stay")} open:
          </p>
          <ul className="list-disc space-y-0.5 pl-5">
            {pulls.map(({ agent, url }) => (
              <li key={`${agent.id} ${url}`} className="break-words">
                #{pullRequestNumber(url) ?? "?"} of <bdi>{agent.name}</bdi>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </ConfirmDialog>
  );
}
