"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/queries/call-error";
import { useAddSshAuthority } from "@/lib/queries/ssh-authorities";

/** Lets an owner take certificates that a key signs. */
export default function AddAuthorityDialog({ ownerSlug, onClose }: { ownerSlug: string; onClose: () => void }) {
  const form = useId();
  const [name, setName] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const { mutate, isPending, error } = useAddSshAuthority(ownerSlug);
  const field = error instanceof CallError ? error.field : undefined;
  const errorOf = (at: string) => (field === at ? error?.message : undefined);
  const ready = !isPending && name.trim() !== "" && publicKey.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    mutate(
      { name, publicKey },
      {
        onSuccess: () => {
          toast.success(`${ownerSlug} takes what ${name.trim()} signs from now on.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`New SSH authority of ${ownerSlug}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!ready}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="space-y-3">
        {error && !errorOf("name") && !errorOf("publicKey") ? (
          <CallFailure error={error}>No authority was added.</CallFailure>
        ) : null}
        <Field label="Name" error={errorOf("name")}>
          {(control) => (
            <Input {...control} autoComplete="off" value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field
          label="Public key"
          hint="The authority's own, one line as in an authorized_keys file: ssh-ed25519, ecdsa, or ssh-rsa of 2,048 bits and more."
          error={errorOf("publicKey")}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
              placeholder="ssh-ed25519 AAAA…"
              value={publicKey}
              onChange={({ target }) => setPublicKey(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
