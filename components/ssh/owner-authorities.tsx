"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useState } from "react";
import {
  sshAuthoritiesQuery,
  useDeleteSshAuthority,
  useRequireSshCertificates,
} from "@/components/ssh/authority-queries";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadState } from "@/components/ui/load-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import type { SshCertificateAuthority } from "@/lib/contract/hosting/ssh/ssh-certificate-authority";

const AddAuthorityDialog = lazyPart(() => import("./add-authority-dialog"));

/** An owner's authorities, and the setting that requires certificates. */
export function OwnerAuthorities({ ownerSlug }: { ownerSlug: string }) {
  const query = useQuery(sshAuthoritiesQuery(ownerSlug));
  const { data } = query;
  const require = useRequireSshCertificates(ownerSlug);
  const [adding, setAdding] = useState(false);
  const openAdding = () => {
    // Clear an error about a missing authority.
    require.reset();
    setAdding(true);
  };
  const add = (
    <Button size="small" onClick={openAdding}>
      <Plus aria-hidden />
      Add authority
    </Button>
  );
  const change = (required: boolean) =>
    require.mutate(required, {
      onSuccess: () =>
        toast.success(
          required ? `${ownerSlug} now requires certificates for git.` : `${ownerSlug} accepts keys again.`,
        ),
    });
  return (
    <section aria-label={`SSH authorities of ${ownerSlug}`} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium">{ownerSlug}</h2>
        {data && data.certificateAuthorities.length > 0 ? add : null}
      </div>
      <LoadState
        query={query}
        failed={`Couldn't load the authorities of ${ownerSlug}.`}
        loading={`Loading authorities of ${ownerSlug}`}
      />
      {data?.certificateAuthorities.length === 0 ? (
        <EmptyState icon={ShieldCheck} title="No authorities yet" action={add}>
          Users authenticate with their SSH keys and API keys. With an authority, your organization can issue
          short-lived certificates instead.
        </EmptyState>
      ) : null}
      <ul className="divide-y rounded-md border empty:hidden">
        {data?.certificateAuthorities.map((authority) => (
          <Authority key={authority.id} ownerSlug={ownerSlug} authority={authority} />
        ))}
      </ul>
      {data ? (
        <div className="space-y-1">
          <Checkbox
            label={`Require certificates for git in ${ownerSlug}`}
            hint="User SSH keys, and user API keys over HTTPS, are rejected for git. App tokens still work."
            checked={require.isPending ? require.variables : data.requireCertificates}
            disabled={require.isPending}
            onChange={change}
          />
          {require.error ? (
            <p role="alert" className="pl-6 text-danger text-xs">
              {require.error.message}.
            </p>
          ) : null}
        </div>
      ) : null}
      {adding ? <AddAuthorityDialog ownerSlug={ownerSlug} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function Authority({ ownerSlug, authority }: { ownerSlug: string; authority: SshCertificateAuthority }) {
  const { id, name, keyType, fingerprint, createdAt } = authority;
  const { mutate, isPending, error } = useDeleteSshAuthority(ownerSlug);
  const [confirming, setConfirming] = useState(false);
  const remove = () => {
    if (!confirming) setConfirming(true);
    else mutate(id, { onSuccess: () => toast.success(`SSH authority ${name} removed.`) });
  };
  return (
    <li className="space-y-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 break-words font-medium">{name}</span>
        <span className="text-muted-foreground text-xs">
          added <RelativeTime iso={createdAt} />
        </span>
        <Button size="small" variant="danger" disabled={isPending} onClick={remove}>
          {confirming ? "Confirm removal" : "Remove"}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      <p className="flex min-w-0 items-center gap-1 text-muted-foreground text-xs">
        <code className="min-w-0 break-all font-mono">
          {keyType} {fingerprint}
        </code>
        <CopyButton text={fingerprint} what={`fingerprint of ${name}`} />
      </p>
      {confirming && !error ? (
        <p role="status" className="text-warning text-xs">
          Certificates it signed stop working immediately.
        </p>
      ) : null}
      {error ? (
        <p role="alert" className="text-danger text-xs">
          {error.message}.
        </p>
      ) : null}
    </li>
  );
}
