"use client";

import { KeyRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SecretOnce } from "@/components/ui/secret-once";
import { useMintSessionToken } from "@/components/workers/worker-mutations";

/** Mints a session token for the worker that holds a claim. */
export function MintToken({ requestId, workerId }: { requestId: string; workerId: string }) {
  const { mutate, data, error, isPending, reset } = useMintSessionToken();
  return (
    <div className="space-y-2">
      {data ? <SecretOnce what="session token" secret={data.token} expiresAt={data.expiresAt} onHide={reset} /> : null}
      {error ? <CallFailure error={error}>No token was made.</CallFailure> : null}
      <Button disabled={isPending} onClick={() => mutate({ id: requestId, workerId })}>
        <KeyRound aria-hidden />
        {isPending ? "Minting…" : data ? "Mint another session token" : "Mint a session token"}
      </Button>
    </div>
  );
}
