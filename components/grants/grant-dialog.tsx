"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import {
  type Grantee,
  type GrantTarget,
  granteesQuery,
  grantsQuery,
  useGrantOnNamespace,
  useGrantOnRepository,
  useRevokeGrant,
} from "@/components/grants/grant-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Options } from "@/components/ui/options";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import {
  type Grant,
  granteeName,
  isReduction,
  namespacePermissions,
  permissionEffect,
  permissionTitle,
  remainingAccess,
  repositoryPermissions,
  toGrantee,
} from "./grant-labels";
import { GranteeFields } from "./grantee-fields";

interface GrantDialogProps {
  target: GrantTarget;
  /** The grant to edit; `undefined` to create one. */
  grant: Grant | undefined;
  held: readonly Grant[];
  onClose: () => void;
}

const failedPrecondition = "9";

/** The form field of an error, if any. */
function fieldOf(error: Error | null): "grantee" | "permission" | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (["user", "group", "teamGroup"].includes(error.field?.split(".")[0] ?? "")) return "grantee";
  return error.field === "permission" || error.code === failedPrecondition ? "permission" : undefined;
}

const permissionsOn = ({ repoName }: GrantTarget): readonly string[] =>
  repoName === undefined ? namespacePermissions : repositoryPermissions;

/** Creates, edits or removes a grant and shows the consequences. */
export default function GrantDialog({ target, grant, held, onClose }: GrantDialogProps) {
  const form = useId();
  const { ownerSlug, repoName } = target;
  const known = useQuery(granteesQuery(ownerSlug));
  const upsert = useGrant(target);
  const revoke = useRevokeGrant(target);
  const [grantee, setGrantee] = useState<Grantee | undefined>(grant && toGrantee(grant));
  const [permission, setPermission] = useState(grant?.permission ?? permissionsOn(target)[0] ?? "");
  const [confirming, setConfirming] = useState(false);
  const remaining = useRemainingAccess(target, grant);
  const error = upsert.error ?? revoke.error;
  const field = fieldOf(error);
  const pending = upsert.isPending || revoke.isPending;
  const name = grant ? granteeName(grant, known.data) : "";
  const where = repoName === undefined ? `all repositories in ${ownerSlug}` : `${ownerSlug}/${repoName}`;
  const ready = grantee !== undefined && permission !== grant?.permission && !pending;
  const finish = (message: string) => {
    toast.success(message);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    revoke.reset();
    upsert.mutate(grantee, permission, () => finish(`${permissionTitle(permission)} access to ${where} granted.`));
  };
  const remove = () => {
    if (!confirming || !grant) return setConfirming(true);
    upsert.reset();
    revoke.mutate(toGrantee(grant), { onSuccess: () => finish(`Removed access for ${name}.`) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={grant ? `Edit access for ${name}` : "Add access"}
      description={`Applies to ${where}.`}
      footer={
        <>
          {grant ? (
            <Button variant="danger" className="mr-auto" disabled={pending} onClick={remove}>
              {confirming ? "Confirm removal" : "Remove access"}
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            {grant ? "Save access" : "Add access"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !field ? <CallFailure error={error}>Couldn't update access.</CallFailure> : null}
        {grant ? null : (
          <GranteeFields
            ownerSlug={ownerSlug}
            held={held}
            error={field === "grantee" ? error?.message : undefined}
            onChange={setGrantee}
          />
        )}
        <PermissionField
          permissions={permissionsOn(target)}
          value={permission}
          error={field === "permission" ? `${error?.message}.` : undefined}
          hint={permissionEffect(permission, target) + lossText(grant, permission, remaining)}
          onChange={(next) => {
            setPermission(next);
            setConfirming(false);
          }}
        />
        {confirming && grant ? (
          <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-2 text-sm">
            {name} will lose {permissionTitle(grant.permission)} access to {where}. {remaining}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Grants a permission on a repository or on a namespace. */
function useGrant({ ownerSlug, repoName }: GrantTarget) {
  const onRepository = useGrantOnRepository({ ownerSlug, repoName: repoName ?? "" });
  const onNamespace = useGrantOnNamespace(ownerSlug);
  const { error, isPending, reset } = repoName === undefined ? onNamespace : onRepository;
  const mutate = (grantee: Grantee, permission: string, onSuccess: () => void) => {
    const ofRepository = repositoryPermissions.find((each) => each === permission);
    const ofNamespace = namespacePermissions.find((each) => each === permission);
    if (ofRepository) onRepository.mutate({ ...grantee, permission: ofRepository }, { onSuccess });
    if (ofNamespace) onNamespace.mutate({ ...grantee, permission: ofNamespace }, { onSuccess });
  };
  return { mutate, error, isPending, reset };
}

/** A sentence about the access that remains without the grant; empty until known. */
function useRemainingAccess({ ownerSlug, repoName }: GrantTarget, grant: Grant | undefined): string {
  const ofOwner = useQuery({ ...grantsQuery({ ownerSlug }), enabled: repoName !== undefined });
  if (!grant) return "";
  if (repoName === undefined) return "Access to individual repositories isn't affected.";
  return ofOwner.data ? remainingAccess(grant, ofOwner.data, ownerSlug) : "";
}

function lossText(grant: Grant | undefined, permission: string, remaining: string): string {
  if (!grant || !isReduction(grant.permission, permission)) return "";
  return ` They'll lose ${permissionTitle(grant.permission)} access. ${remaining}`;
}

interface PermissionFieldProps {
  permissions: readonly string[];
  /** Offered even if it isn't in `permissions`. */
  value: string;
  error: string | undefined;
  hint: string;
  onChange: (permission: string) => void;
}

function PermissionField({ permissions, value, error, hint, onChange }: PermissionFieldProps) {
  return (
    <SelectField label="Permission" error={error} hint={hint} value={value} onValue={onChange}>
      <Options values={[...new Set([...permissions, value])]} label={permissionTitle} />
    </SelectField>
  );
}
