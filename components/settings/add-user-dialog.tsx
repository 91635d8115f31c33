"use client";

import { useState } from "react";
import { useAddUser, useCreateSignInLink } from "@/components/settings/users-queries";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import { type Role, roles } from "@/lib/contract/operation";
import { roleLabels } from "@/lib/model/role-labels";
import type { SignInLink } from "./link-dialog";

interface AddUserDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLink: (link: SignInLink) => void;
}

const blank: { email: string; displayName: string; role: Role } = { email: "", displayName: "", role: "operator" };

/** Adds a user and creates their first sign-in link. */
export function AddUserDialog({ open, onOpenChange, onLink }: AddUserDialogProps) {
  const [values, setValues] = useState(blank);
  const { mutate, isPending, error, reset } = useAddUser();
  const link = useCreateSignInLink();
  const { errorOf, failure } = splitFieldError(error, ["email", "displayName"]);
  const close = () => {
    setValues(blank);
    reset();
    onOpenChange(false);
  };
  const submit = () => {
    const { displayName, ...rest } = values;
    mutate(displayName.trim() ? { ...rest, displayName } : rest, {
      onSuccess: ({ id, email }) => {
        close();
        link.mutate(id, { onSuccess: ({ url }) => onLink({ email, url }) });
      },
    });
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add user"
      description="They sign in with a one-time link, or through an identity provider with this verified email address."
      action="Add user"
      pendingLabel="Adding…"
      ready={values.email.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't add the user."
    >
      <TextField
        label="Email address"
        error={errorOf("email")}
        type="email"
        autoComplete="off"
        value={values.email}
        onValue={(next) => setValues({ ...values, email: next })}
      />
      <TextField
        label="Name"
        optional
        error={errorOf("displayName")}
        autoComplete="off"
        value={values.displayName}
        onValue={(next) => setValues({ ...values, displayName: next })}
      />
      <SelectField
        label="Role"
        value={values.role}
        onValue={(next) => setValues({ ...values, role: roles.find((role) => role === next) ?? values.role })}
      >
        <Options values={roles} label={(role) => roleLabels[role]} />
      </SelectField>
    </FormDialog>
  );
}
