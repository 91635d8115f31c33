"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { signingKeysQuery, useRevokeSigningKey } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";

const AddKeyDialog = lazyPart(() => import("./add-key-dialog"));

const maxKeys = 10;

/** An app's signing keys by `kid`, with actions to add and revoke them. */
export function SigningKeys({ appId }: { appId: string }) {
  const { data, error, isPending, refetch } = useQuery(signingKeysQuery(appId));
  const [adding, setAdding] = useState(false);
  const full = data !== undefined && data.keys.length >= maxKeys;
  return (
    <section aria-label="Signing keys" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">Signing keys</h2>
        <Button size="small" disabled={full} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add key
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">
        The app authenticates with signed tokens. To rotate keys without downtime, add the new key, switch the app to
        it, then revoke the old key. An app can have up to ten keys{full ? "; revoke one to add another" : ""}.
      </p>
      {isPending ? <SkeletonRows label="Loading signing keys" /> : null}
      {error ? (
        <>
          <CallFailure error={error} onRetry={() => refetch()}>
            Couldn't list the signing keys. You can still revoke a key by its ID.
          </CallFailure>
          <RevokeByKid appId={appId} />
        </>
      ) : null}
      <ul className="divide-y rounded-md border empty:hidden">
        {data?.keys.map(({ kid, createdAt }) => (
          <SigningKey
            key={`${kid} of ${data.keys.length}`}
            appId={appId}
            kid={kid}
            createdAt={createdAt}
            last={data.keys.length === 1}
          />
        ))}
      </ul>
      {adding ? <AddKeyDialog appId={appId} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

interface SigningKeyProps {
  appId: string;
  kid: string;
  createdAt: string;
  last: boolean;
}

function SigningKey({ appId, kid, createdAt, last }: SigningKeyProps) {
  const { mutate, isPending, error } = useRevokeSigningKey(appId);
  const [confirming, setConfirming] = useState(false);
  const revoke = () => {
    if (!confirming) setConfirming(true);
    else mutate(kid, { onSuccess: () => toast.success("Key revoked.") });
  };
  const note = error?.message ?? (last ? "Add another key before you revoke the last one." : undefined);
  return (
    <li className="space-y-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <KeyRound aria-hidden className="size-3.5 text-muted-foreground" />
        <code className="min-w-0 flex-1 basis-40 break-all font-mono text-xs">{kid}</code>
        <CopyButton text={kid} what="key ID" />
        <span className="text-muted-foreground text-xs">
          added <RelativeTime iso={createdAt} />
        </span>
        <Button size="small" variant="danger" disabled={isPending} onClick={revoke}>
          {confirming ? "Confirm revocation" : "Revoke"}
          <span className="sr-only"> key {kid}</span>
        </Button>
      </div>
      {confirming && !error ? (
        <p role="status" className="text-warning text-xs">
          Tokens signed with this key stop working immediately.
        </p>
      ) : null}
      {note ? (
        <p
          role={error ? "alert" : undefined}
          className={error ? "text-danger text-xs" : "text-muted-foreground text-xs"}
        >
          {note}
        </p>
      ) : null}
    </li>
  );
}

/** For services that don't list keys. */
function RevokeByKid({ appId }: { appId: string }) {
  const [kid, setKid] = useState("");
  const { mutate, isPending, error } = useRevokeSigningKey(appId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kid.trim() === "" || isPending) return;
    mutate(kid.trim(), {
      onSuccess: () => {
        setKid("");
        toast.success("Key revoked.");
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Key ID"
        error={error?.message}
        fieldClassName="min-w-0 flex-1 basis-60"
        spellCheck={false}
        value={kid}
        onValue={setKid}
      />
      <Button type="submit" variant="danger" disabled={isPending || kid.trim() === ""}>
        Revoke
      </Button>
    </form>
  );
}
