"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { counted } from "@/lib/model/plural";
import {
  inProgress,
  isBusy,
  isUpdating,
  useRemoveAgentProgram,
  useTestAgentProgram,
  useUpdateAgentProgram,
} from "./agent-program-queries";
import { KeyForm } from "./key-form";
import { ProgramAccess } from "./program-access";
import { ProgramLogin } from "./program-login";
import { ProgramOptions } from "./program-options";
import { ProgramStatus } from "./program-status";
import { ProgramUpdate } from "./program-update";
import { ProgramVariables } from "./program-variables";

/** What a ready program offers. */
function offerText({ offer }: AgentProgram): string {
  const parts = [
    offer && offer.models.length > 0 ? counted(offer.models.length, "model") : undefined,
    offer?.planMode ? "plan mode" : undefined,
    offer?.images ? "images" : undefined,
  ].filter(Boolean);
  return parts.join(" · ");
}

/** An agent program: its status, its key, and what an admin can change. */
export function ProgramItem({ program }: { program: AgentProgram }) {
  const { name, displayName, version, command, variables, keys, enabled, defaultModel, detail, offer, overridden } =
    program;
  const [removing, setRemoving] = useState(false);
  const update = useUpdateAgentProgram(name);
  const test = useTestAgentProgram(name);
  const busy = isBusy(program);
  const key = keys.find((each) => variables.includes(each)) ?? keys[0];
  const error = update.error ?? test.error;
  return (
    <article aria-label={displayName} className="space-y-3 rounded-md border p-3">
      <header className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{displayName}</h3>
        <ProgramStatus {...program} />
        {version ? <span className="text-muted-foreground tabular-nums">{version}</span> : null}
        <code className="break-all font-mono text-muted-foreground text-xs">{command ? command.join(" ") : name}</code>
        {overridden ? <Badge tone="warning">Overridden by AGENTS</Badge> : null}
        <span className="ml-auto flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={busy || isUpdating(program) || test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            Test
          </Button>
          <Button size="small" disabled={update.isPending} onClick={() => update.mutate({ enabled: !enabled })}>
            {enabled ? "Disable" : "Enable"}
          </Button>
          <Button size="small" variant="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        </span>
      </header>
      {error ? <CallFailure error={error}>Couldn&apos;t update {displayName}.</CallFailure> : null}
      {detail ? (
        <p role={busy ? "status" : undefined} className="whitespace-pre-wrap break-words text-muted-foreground">
          {busy ? inProgress(detail) : detail}
        </p>
      ) : null}
      {!busy && program.status === "ready" ? <p className="text-muted-foreground">{offerText(program)}</p> : null}
      <ProgramUpdate program={program} />
      {key ? (
        <KeyForm
          name={key}
          stored={variables.includes(key)}
          pending={update.isPending}
          error={undefined}
          onSave={(value, done) => update.mutate({ env: { [key]: value } }, { onSuccess: done })}
        />
      ) : null}
      <ProgramLogin program={program} />
      {offer && offer.models.length > 0 ? (
        <div className="max-w-sm">
          <SelectField
            label="Default model"
            value={defaultModel ?? ""}
            disabled={update.isPending}
            onValue={(value) => update.mutate({ defaultModel: value || null })}
          >
            <option value="">Program default</option>
            {offer.models.map((model) => (
              <option key={model.id} value={model.id}>
                {model.name}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      <ProgramOptions program={program} pending={update.isPending} onChange={update.mutate} />
      <ProgramAccess program={program} pending={update.isPending} onChange={update.mutate} />
      <ProgramVariables program={program} pending={update.isPending} onChange={update.mutate} />
      {removing ? <RemoveDialog program={program} onClose={() => setRemoving(false)} /> : null}
    </article>
  );
}

function RemoveDialog({ program, onClose }: { program: AgentProgram; onClose: () => void }) {
  const { mutate, isPending, error } = useRemoveAgentProgram(program.name);
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast.success(`${program.displayName} removed.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${program.displayName}?`}
      description="Its stored keys and files are deleted. Existing agents keep their history but can't run again."
      action="Remove agent"
      pendingLabel="Removing…"
      pending={isPending}
      onConfirm={remove}
      failure={error}
      errorTitle="Couldn't remove the agent."
    />
  );
}
