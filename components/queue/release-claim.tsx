"use client";

import { Unlink } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { toast } from "@/components/ui/toast";
import { useReleaseClaim } from "@/components/workers/worker-mutations";
import { CallError } from "@/lib/client/call-error";

interface ReleaseClaimProps {
  /** The agent's id. */
  requestId: string;
  onReleased?: () => void;
}

/** Releases a claim, after a confirmation. */
export function ReleaseClaim({ requestId, onReleased }: ReleaseClaimProps) {
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useReleaseClaim();
  const release = () =>
    mutate(requestId, {
      onSuccess: () => {
        toast.success("The claim was released.");
        setAsked(false);
        onReleased?.();
      },
    });
  const gone = error instanceof CallError && error.status === 404;
  if (!asked) {
    return (
      <Button variant="danger" onClick={() => setAsked(true)}>
        <Unlink aria-hidden />
        Release the claim
      </Button>
    );
  }
  return (
    <section aria-label="Release the claim" className="space-y-2 rounded-md border border-danger/40 p-3">
      <p>
        Another worker may take the agent, without the files its worker has. A turn that is under way is not stopped,
        and nobody asks the worker: release a claim only when its worker will not come back.
      </p>
      {error ? (
        <CallFailure error={error}>
          {gone ? "Nothing was changed: the claim had ended already, or another worker has it." : "The claim stays."}
        </CallFailure>
      ) : null}
      <div className="flex gap-2">
        <Button variant="danger" disabled={isPending} onClick={release}>
          {isPending ? "Releasing…" : "Release"}
        </Button>
        <Button onClick={() => setAsked(false)}>Keep it</Button>
      </div>
    </section>
  );
}
