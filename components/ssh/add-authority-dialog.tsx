"use client";

import { useState } from "react";
import { useAddSshAuthority } from "@/components/ssh/authority-queries";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";

/** Lets an owner take certificates that a key signs. */
export default function AddAuthorityDialog({ ownerSlug, onClose }: { ownerSlug: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const { mutate, isPending, error } = useAddSshAuthority(ownerSlug);
  const { errorOf, failure } = splitFieldError(error, ["name", "publicKey"]);
  const submit = () => {
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
    <FormDialog
      onClose={onClose}
      title={`New SSH authority of ${ownerSlug}`}
      action="Add"
      ready={name.trim() !== "" && publicKey.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="No authority was added."
    >
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
    </FormDialog>
  );
}
