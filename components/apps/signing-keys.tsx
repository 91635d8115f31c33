"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { signingKeysQuery, useRevokeSigningKey } from "@/components/apps/app-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { toast } from "@/components/ui/toast";
import { retryImport } from "@/lib/client/retry-import";

const AddKeyDialog = lazy(() => retryImport(() => import("./add-key-dialog")));

const most = 10;

/** The keys an app signs with: each by its `kid`, and the ways to add one and to take one away. */
export function SigningKeys({ appId }: { appId: string }) {
  const { data, error, isPending, refetch } = useQuery(signingKeysQuery(appId));
  const [adding, setAdding] = useState(false);
  const full = data !== undefined && data.keys.length >= most;
  return (
    <section aria-label="Signing keys" className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">Signing keys</h2>
        <Button size="small" disabled={full} onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          Add a key
        </Button>
      </div>
      <p className="text-muted-foreground text-xs">
        The app proves itself with tokens it signs. To change keys without a pause, add the new one, move the app over,
        then revoke the old one. At most ten at a time{full ? ": revoke one to add another" : ""}.
      </p>
      {isPending ? <SkeletonRows label="Loading signing keys" /> : null}
      {error ? (
        <>
          <CallFailure error={error} onRetry={() => refetch()}>
            This service does not list them. One is revoked by its key id.
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
      {adding ? (
        <Suspense fallback={null}>
          <AddKeyDialog appId={appId} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
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
  const [sure, setSure] = useState(false);
  const revoke = () => {
    if (!sure) setSure(true);
    else mutate(kid, { onSuccess: () => toast.success("The key is revoked: what it signed is refused from now on.") });
  };
  const note = error?.message ?? (last ? "The last key can't be revoked; add another one first." : undefined);
  return (
    <li className="space-y-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <KeyRound aria-hidden className="size-3.5 text-muted-foreground" />
        <code className="min-w-0 flex-1 basis-40 break-all font-mono text-xs">{kid}</code>
        <CopyButton text={kid} what="key id" />
        <span className="text-muted-foreground text-xs">
          added <RelativeTime iso={createdAt} />
        </span>
        <Button size="small" variant="danger" disabled={isPending} onClick={revoke}>
          {sure ? "Really revoke" : "Revoke"}
          <span className="sr-only"> key {kid}</span>
        </Button>
      </div>
      {sure && !error ? (
        <p role="status" className="text-warning text-xs">
          What is signed with it stops working at once.
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

/** For a service that does not tell which keys there are. */
function RevokeByKid({ appId }: { appId: string }) {
  const [kid, setKid] = useState("");
  const { mutate, isPending, error } = useRevokeSigningKey(appId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kid.trim() === "" || isPending) return;
    mutate(kid.trim(), {
      onSuccess: () => {
        setKid("");
        toast.success("The key is revoked: what it signed is refused from now on.");
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label="Key id" error={error?.message} className="min-w-0 flex-1 basis-60">
        {(control) => (
          <Input {...control} spellCheck={false} value={kid} onChange={({ target }) => setKid(target.value)} />
        )}
      </Field>
      <Button type="submit" variant="danger" disabled={isPending || kid.trim() === ""}>
        Revoke
      </Button>
    </form>
  );
}
