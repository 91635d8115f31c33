"use client";

import { CircleStop } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import { useCancelRun } from "./agent-mutations";

function showCancelFailure(error: Error): void {
  if (error instanceof CallError && error.code === "run_not_cancellable") toast.info("The run has already ended.");
  else toast.error("Couldn't cancel the run.", { description: error.message });
}

/** Cancels the active run. Shows "Canceling…" until the run has ended. */
export function CancelButton({ agentId, runId }: { agentId: string; runId: string }) {
  const { mutate, isPending, isSuccess } = useCancelRun(agentId);
  const canceling = isPending || isSuccess;
  return (
    <Button
      variant="danger"
      size="small"
      disabled={canceling}
      onClick={() => mutate(runId, { onError: showCancelFailure })}
    >
      <CircleStop aria-hidden />
      {canceling ? "Canceling…" : "Cancel run"}
    </Button>
  );
}
