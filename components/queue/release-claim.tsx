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
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useReleaseClaim();
  const release = () =>
    mutate(requestId, {
      onSuccess: () => {
        toast.success("Claim released.");
        setConfirming(false);
        onReleased?.();
      },
    });
  const isReleased = error instanceof CallError && error.status === 404;
  if (!confirming) {
    return (
      <Button variant="danger" onClick={() => setConfirming(true)}>
        <Unlink aria-hidden />
        Release claim
      </Button>
    );
  }
  return (
    <section aria-label="Release claim" className="space-y-2 rounded-md border border-danger/40 p-3">
      <p>
        Another worker can then claim the agent, but without the files on its current worker. A run in progress isn't
        stopped. Release a claim only if its worker isn't coming back.
      </p>
      {error ? (
        <CallFailure error={error}>
          {isReleased ? "The claim has already ended, or another worker holds it." : "Couldn't release the claim."}
        </CallFailure>
      ) : null}
      <div className="flex gap-2">
        <Button variant="danger" disabled={isPending} onClick={release}>
          {isPending ? "Releasing…" : "Release claim"}
        </Button>
        <Button onClick={() => setConfirming(false)}>Keep claim</Button>
      </div>
    </section>
  );
}
