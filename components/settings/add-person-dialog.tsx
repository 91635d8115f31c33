"use client";

import { useState } from "react";
import { useAddPerson, useCreateSignInLink } from "@/components/settings/people-queries";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { splitFieldError } from "@/lib/client/field-error";
import { type Role, roles } from "@/lib/contract/operation";
import type { SignInLink } from "./link-dialog";

interface AddPersonDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLink: (link: SignInLink) => void;
}

const blank: { email: string; displayName: string; role: Role } = { email: "", displayName: "", role: "operator" };

/** Adds a person and makes their first sign-in link. */
export function AddPersonDialog({ open, onOpenChange, onLink }: AddPersonDialogProps) {
  const [given, setGiven] = useState(blank);
  const { mutate, isPending, error, reset } = useAddPerson();
  const link = useCreateSignInLink();
  const { errorOf, failure } = splitFieldError(error, ["email", "displayName"]);
  const close = () => {
    setGiven(blank);
    reset();
    onOpenChange(false);
  };
  const submit = () => {
    const { displayName, ...rest } = given;
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
      title="Add a person"
      description="They sign in with a one-time link, or with an identity provider that confirms this address."
      action="Add"
      acting="Adding…"
      ready={given.email.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="Nobody was added."
    >
      <Field label="E-mail address" error={errorOf("email")}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={given.email}
            onChange={(event) => setGiven({ ...given, email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Name" optional error={errorOf("displayName")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={given.displayName}
            onChange={(event) => setGiven({ ...given, displayName: event.target.value })}
          />
        )}
      </Field>
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            value={given.role}
            onChange={(event) =>
              setGiven({ ...given, role: roles.find((role) => role === event.target.value) ?? given.role })
            }
          >
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
