"use client";

import { CircleStop } from "lucide-react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import { useCancelRun } from "./agent-mutations";

function showCancelFailure(error: Error): void {
  if (error instanceof CallError && error.code === "run_not_cancellable") toast.info("The run had already ended.");
  else toast.error("The run was not cancelled.", { description: `${error.message} It goes on; try again.` });
}

/** Cancels the active run. It shows "Cancelling…" until the run has ended. */
export function CancelButton({ agentId, runId }: { agentId: string; runId: string }) {
  const { mutate, isPending, isSuccess } = useCancelRun(agentId);
  const cancelling = isPending || isSuccess;
  return (
    <Button variant="danger" size="small" disabled={cancelling} onClick={() => mutate(runId, { onError: showCancelFailure })}>
      <CircleStop aria-hidden />
      {cancelling ? "Cancelling…" : "Cancel run"}
    </Button>
  );
}
