"use client";

import { type FormEvent, useId, useState } from "react";
import { useAddSigningKey } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { CallError } from "@/lib/client/call-error";
import { PublicKeyField } from "./public-key-field";

/** Adds a signing key to an app and shows the key id for its tokens. */
export default function AddKeyDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const form = useId();
  const [publicKey, setPublicKey] = useState("");
  const { mutate, data, isPending, error } = useAddSigningKey(appId);
  // The key is invalid, already added, or exceeds the limit of ten keys.
  const isKeyError = error instanceof CallError && [400, 409].includes(error.status);
  const ready = !isPending && publicKey.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) mutate(publicKey);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add signing key"
      footer={
        data ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={form} variant="primary" disabled={!ready}>
              Add key
            </Button>
          </>
        )
      }
    >
      {data ? (
        <div role="status" className="space-y-2 text-sm">
          <p>
            The app can sign with this key now. Use its ID as the <code className="font-mono">kid</code> in token
            headers:
          </p>
          <p className="flex items-start gap-2 rounded-md border bg-muted/50 p-2">
            <code className="min-w-0 flex-1 break-all font-mono text-xs">{data.kid}</code>
            <CopyButton text={data.kid} what="key ID" />
          </p>
        </div>
      ) : (
        <form id={form} onSubmit={submit} className="space-y-3">
          {error && !isKeyError ? <CallFailure error={error}>Couldn't add the key.</CallFailure> : null}
          <PublicKeyField value={publicKey} error={isKeyError ? error.message : undefined} onChange={setPublicKey} />
        </form>
      )}
    </Dialog>
  );
}
