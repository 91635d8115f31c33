"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import {
  type Grantee,
  type GrantPlace,
  granteesQuery,
  grantsQuery,
  useGrantOnNamespace,
  useGrantOnRepository,
  useTakeGrant,
} from "@/components/grants/grant-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import {
  type Grant,
  granteeName,
  granteeOf,
  isLess,
  namespacePermissions,
  permissionEffect,
  permissionTitle,
  repositoryPermissions,
  whatStays,
} from "./grant-labels";
import { GranteeFields } from "./grantee-fields";

interface GrantDialogProps {
  place: GrantPlace;
  /** The grant to change; without one, a new one is given. */
  grant: Grant | undefined;
  held: readonly Grant[];
  onClose: () => void;
}

const failedPrecondition = "9";

/** At which field a refusal belongs: whom, or what they may do. */
function placeOf(error: Error | null): "grantee" | "permission" | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (["user", "group", "teamGroup"].includes(error.field?.split(".")[0] ?? "")) return "grantee";
  return error.field === "permission" || error.code === failedPrecondition ? "permission" : undefined;
}

/** Gives, changes or takes back a grant, saying what that means before it is done. */
export default function GrantDialog({ place, grant, held, onClose }: GrantDialogProps) {
  const form = useId();
  const { ownerSlug, repoName } = place;
  const known = useQuery(granteesQuery(ownerSlug));
  const ofOwner = useQuery({ ...grantsQuery({ ownerSlug }), enabled: repoName !== undefined });
  const onRepository = useGrantOnRepository({ ownerSlug, repoName: repoName ?? "" });
  const onNamespace = useGrantOnNamespace(ownerSlug);
  const take = useTakeGrant(place);
  const [grantee, setGrantee] = useState<Grantee | undefined>(grant && granteeOf(grant));
  const permissions: readonly string[] = repoName === undefined ? namespacePermissions : repositoryPermissions;
  const [permission, setPermission] = useState(grant?.permission ?? permissions[0] ?? "");
  const [sure, setSure] = useState(false);
  const give = repoName === undefined ? onNamespace : onRepository;
  const error = give.error ?? take.error;
  const at = placeOf(error);
  const waiting = give.isPending || take.isPending;
  const name = grant ? granteeName(grant, known.data) : "";
  const where = repoName === undefined ? `all repositories of ${ownerSlug}` : `${ownerSlug}/${repoName}`;
  const changed = grant === undefined || permission !== grant.permission;
  const done = (said: string) => {
    toast.success(said);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!grantee || !changed || waiting) return;
    take.reset();
    const onSuccess = () => done(`${permissionTitle(permission)} on ${where} is granted.`);
    const ofRepository = repositoryPermissions.find((each) => each === permission);
    const ofNamespace = namespacePermissions.find((each) => each === permission);
    if (ofRepository) onRepository.mutate({ ...grantee, permission: ofRepository }, { onSuccess });
    if (ofNamespace) onNamespace.mutate({ ...grantee, permission: ofNamespace }, { onSuccess });
  };
  const remove = () => {
    if (!grant) return;
    if (!sure) {
      setSure(true);
      return;
    }
    give.reset();
    take.mutate(granteeOf(grant), { onSuccess: () => done(`${name} holds no grant on ${where} any more.`) });
  };
  const stays = !grant
    ? ""
    : repoName === undefined
      ? "Grants on single repositories stay."
      : ofOwner.data
        ? whatStays(grant, ofOwner.data, ownerSlug)
        : "";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={grant ? `Access of ${name}` : "Give access"}
      description={`On ${where}.`}
      footer={
        <>
          {grant ? (
            <Button variant="danger" className="mr-auto" disabled={waiting} onClick={remove}>
              {sure ? "Really take it back" : "Take it back"}
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!grantee || !changed || waiting}>
            {grant ? "Change" : "Give"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !at ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
        {grant ? null : (
          <GranteeFields
            known={known.data}
            unknown={known.isError}
            held={held}
            error={at === "grantee" ? error?.message : undefined}
            onChange={setGrantee}
          />
        )}
        <Field
          label="Permission"
          error={at === "permission" ? `${error?.message}. Nothing was changed.` : undefined}
          hint={
            <>
              {permissionEffect(permission, place)}
              {grant && isLess(grant.permission, permission)
                ? ` They lose ${permissionTitle(grant.permission)} here. ${stays}`
                : ""}
            </>
          }
        >
          {(control) => (
            <Select
              {...control}
              value={permission}
              onChange={({ target }) => {
                setPermission(target.value);
                setSure(false);
              }}
            >
              {[...new Set([...permissions, permission])].map((each) => (
                <option key={each} value={each}>
                  {permissionTitle(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {sure && grant ? (
          <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-2 text-sm">
            {name} would lose {permissionTitle(grant.permission)} on {where}. {stays}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
