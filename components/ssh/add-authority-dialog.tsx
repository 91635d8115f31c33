"use client";

import { useState } from "react";
import { useAddSshAuthority } from "@/components/ssh/authority-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";

/** Adds a certificate authority to an owner. */
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
          toast.success(`SSH authority ${name.trim()} added.`);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={`Add SSH authority to ${ownerSlug}`}
      action="Add authority"
      ready={name.trim() !== "" && publicKey.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't add the authority."
    >
      <TextField label="Name" error={errorOf("name")} autoComplete="off" value={name} onValue={setName} />
      <TextAreaField
        label="Public key"
        hint="The authority's public key, as one line in authorized_keys format: ssh-ed25519, ecdsa, or ssh-rsa with at least 2,048 bits."
        error={errorOf("publicKey")}
        rows={3}
        spellCheck={false}
        className="font-mono text-xs"
        placeholder="ssh-ed25519 AAAA…"
        value={publicKey}
        onValue={setPublicKey}
      />
    </FormDialog>
  );
}
