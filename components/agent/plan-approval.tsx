"use client";

import { Play } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { useApprovePlan } from "./use-approve-plan";

/** Shown below a plan: approves it and runs it in agent mode. */
export function PlanApproval({ agentId, onSent }: { agentId: string; onSent: () => void }) {
  const { approve, isPending, error } = useApprovePlan(agentId);
  return (
    <section aria-label="Plan" className="border-t bg-background px-4 py-2">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-2">
        <p className="text-sm">The plan is ready. Approve it, or send a follow-up to change it.</p>
        <Button disabled={isPending} onClick={() => approve({ onSuccess: onSent })}>
          <Play aria-hidden />
          Approve and run
        </Button>
        {error ? <CallFailure error={error}>Couldn't start the run.</CallFailure> : null}
      </div>
    </section>
  );
}
