"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type Role, roles } from "@/lib/contract/operation";
import { CallError } from "@/lib/queries/call-error";
import { useAddPerson, useCreateSignInLink } from "@/lib/queries/people";
import type { ReadyLink } from "./link-dialog";

interface AddPersonDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLink: (link: ReadyLink) => void;
}

const blank: { email: string; displayName: string; role: Role } = { email: "", displayName: "", role: "operator" };

/** Adds a person and makes their first sign-in link. */
export function AddPersonDialog({ open, onOpenChange, onLink }: AddPersonDialogProps) {
  const form = useId();
  const [given, setGiven] = useState(blank);
  const { mutate, isPending, error, reset } = useAddPerson();
  const link = useCreateSignInLink();
  const change = (next: boolean) => {
    setGiven(blank);
    reset();
    onOpenChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { displayName, ...rest } = given;
    mutate(displayName.trim() ? { ...rest, displayName } : rest, {
      onSuccess: ({ id, email }) => {
        change(false);
        link.mutate(id, { onSuccess: ({ url }) => onLink({ email, url }) });
      },
    });
  };
  const field = error instanceof CallError ? error.field : undefined;
  const errorOf = (name: string) => (field === name ? error?.message : undefined);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Add a person"
      description="They sign in with a one-time link, or with an identity provider that confirms this address."
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={isPending || !given.email.trim()}>
            {isPending ? "Adding…" : "Add"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-3">
        {error && !field ? <CallFailure error={error}>Nobody was added.</CallFailure> : null}
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
      </form>
    </Dialog>
  );
}
