"use client";

import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { inProgress, isBusy, isUpdating, useInstallAgentUpdate } from "./agent-program-queries";

/** Updates the program to the version of this Slipway, and shows the progress. */
export function ProgramUpdate({ program }: { program: AgentProgram }) {
  const { name, displayName, version, availableVersion, update } = program;
  const install = useInstallAgentUpdate(name);
  if (availableVersion === null) return null;
  const updating = isUpdating(program);
  return (
    <section aria-label={`${displayName} update`} className="space-y-2">
      {install.error ? <CallFailure error={install.error}>Couldn&apos;t update {displayName}.</CallFailure> : null}
      {update?.status === "failed" ? (
        <div role="alert" className="space-y-1">
          <p className="text-danger">
            Couldn&apos;t update to {update.version}. Runs still use {version}.
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap text-muted-foreground">{update.detail}</p>
        </div>
      ) : null}
      {updating ? (
        <p role="status" className="wrap-anywhere whitespace-pre-wrap text-muted-foreground">
          {inProgress(update?.detail ?? "")} Runs use {version} until the update is ready.
        </p>
      ) : (
        <Button size="small" disabled={isBusy(program) || install.isPending} onClick={() => install.mutate(undefined)}>
          Update to {availableVersion}
        </Button>
      )}
    </section>
  );
}
