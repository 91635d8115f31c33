"use client";

import { Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { useSendFollowUp } from "./agent-mutations";

const approval = "The plan is approved. Run it.";

/** Shown below a plan: approves it and runs it in agent mode. */
export function PlanApproval({ agentId, onSent }: { agentId: string; onSent: () => void }) {
  const { mutate, isPending, error } = useSendFollowUp(agentId);
  const run = () => mutate({ prompt: { text: approval }, mode: "agent" }, { onSuccess: onSent });
  return (
    <section aria-label="Plan" className="border-t bg-background px-4 py-2">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-2">
        <p className="text-sm">The plan is ready. Approve it, or send a follow-up to change it.</p>
        <Button disabled={isPending} onClick={run}>
          <Play aria-hidden />
          Approve and run
        </Button>
        {error ? <CallFailure error={error}>Couldn't start the run.</CallFailure> : null}
      </div>
    </section>
  );
}
