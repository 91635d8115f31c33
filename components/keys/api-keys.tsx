"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadState } from "@/components/ui/load-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { SecretOnce } from "@/components/ui/secret-once";
import { useNow } from "@/components/ui/use-now";
import type { listKeys } from "@/lib/contract/admin/users/list-keys";
import type { ResponseOf } from "@/lib/contract/operation";
import { apiKeysQuery, useDeleteKey } from "./api-key-queries";
import { CreateKeyDialog } from "./create-key-dialog";

type ApiKey = ResponseOf<typeof listKeys>["keys"][number];

const utcMinute = (iso: string) => iso.replace("T", " ").slice(0, 16);

/** The API keys of the embedded service's team. */
export default function ApiKeys() {
  const query = useQuery(apiKeysQuery);
  const { data } = query;
  const [creating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ key: string; expiresAt: string | undefined }>();
  const [deleting, setDeleting] = useState<ApiKey>();
  const remove = useDeleteKey();
  const close = () => {
    remove.reset();
    setDeleting(undefined);
  };
  return (
    <section aria-label="API keys" className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-medium">API keys</h2>
        <Button size="small" onClick={() => setCreating(true)}>
          <Plus aria-hidden />
          Create API key
        </Button>
      </div>
      {created ? (
        <SecretOnce
          what="API key"
          secret={created.key}
          expiresAt={created.expiresAt}
          onHide={() => setCreated(undefined)}
        />
      ) : null}
      <LoadState query={query} failed="Couldn't load the API keys." loading="Loading API keys" />
      {data ? (
        <ul className="divide-y rounded-md border">
          {data.keys.map((key) => (
            <KeyItem key={key.id} apiKey={key} onDelete={() => setDeleting(key)} />
          ))}
        </ul>
      ) : null}
      {creating ? (
        <CreateKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(secret) => {
            setCreating(false);
            setCreated(secret);
          }}
        />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={`Delete API key ${deleting.name}?`}
          description={
            deleting.registration
              ? "Workers that registered with it disconnect and can't reconnect."
              : "Programs that use it lose access immediately. Its worker and session tokens stop working."
          }
          action="Delete key"
          pendingLabel="Deleting…"
          pending={remove.isPending}
          failure={remove.error}
          errorTitle="Couldn't delete the key."
          onConfirm={() => remove.mutate(deleting.id, { onSuccess: close })}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function KeyItem({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { name, owner, ownerName, createdAt, expiresAt, repositories, registration } = apiKey;
  const now = useNow(30_000);
  const expired = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="break-all font-medium">{name}</span>
          {expired ? <Badge tone="danger">Expired</Badge> : null}
        </p>
        <p className="break-all text-muted-foreground text-xs">
          <span title={ownerName === undefined ? undefined : owner}>
            {ownerName === undefined ? owner : `${ownerName} (service account)`}
          </span>{" "}
          · created <RelativeTime iso={createdAt} />
          {expiresAt === undefined ? null : ` · ${expired ? "expired" : "expires"} ${utcMinute(expiresAt)} UTC`}
        </p>
        {registration ? (
          <p className="break-all text-muted-foreground text-xs">
            Registration token for pool {registration.pool}
            {Date.parse(registration.expiresAt) <= now
              ? " · no longer registers new workers"
              : ` · registers workers until ${utcMinute(registration.expiresAt)} UTC`}
          </p>
        ) : null}
        {repositories ? (
          <p className="break-all text-muted-foreground text-xs">Only {repositories.join(", ")}</p>
        ) : null}
      </div>
      <Button size="small" onClick={onDelete} aria-label={`Delete API key ${name}`}>
        Delete
      </Button>
    </li>
  );
}
