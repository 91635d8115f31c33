"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import { keyOwnersQuery, useCreateKey } from "./api-key-queries";

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (created: { key: string; expiresAt: string | undefined }) => void;
}

const blank = { name: "", owner: "", expires: "", repositories: "", agentScoped: false };
const words = (text: string) => text.split(/[\s,]+/).filter(Boolean);

/** The end of a day in UTC, as the API expects it. */
const endOfDay = (day: string) => (day === "" ? undefined : `${day}T23:59:59Z`);

/** Creates an API key for a user or a service account, optionally with an expiry date and a list of repositories. */
export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const [values, setValues] = useState(blank);
  const { data: owners } = useQuery(keyOwnersQuery);
  const { mutate, isPending, error } = useCreateKey();
  const { errorOf, failure } = splitFieldError(error, ["name", "expiresAt", "repositories"]);
  const set = (changes: Partial<typeof blank>) => setValues((before) => ({ ...before, ...changes }));
  const isAccount = owners?.serviceAccounts.some(({ id }) => id === values.owner) ?? false;
  const submit = () => {
    const owner = isAccount ? { serviceAccountId: values.owner } : { email: values.owner };
    const repositories = isAccount ? words(values.repositories) : [];
    const expiresAt = endOfDay(values.expires);
    const { name, agentScoped } = values;
    mutate(
      { name, owner, expiresAt, agentScoped, repositories },
      { onSuccess: ({ key }) => onCreated({ key, expiresAt }) },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Create API key"
      description="The key is shown once."
      action="Create key"
      pendingLabel="Creating…"
      ready={values.name.trim() !== "" && values.owner !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't create the key."
    >
      <TextField
        label="Name"
        error={errorOf("name")}
        autoComplete="off"
        value={values.name}
        onValue={(next) => set({ name: next })}
      />
      <SelectField label="Owner" value={values.owner} onValue={(next) => set({ owner: next })}>
        <option value="">Choose an owner</option>
        <optgroup label="Service accounts">
          {owners?.serviceAccounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Users">
          {owners?.users.map(({ email }) => (
            <option key={email} value={email}>
              {email}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <TextField
        label="Expires"
        optional
        error={errorOf("expiresAt")}
        hint="The key expires at the end of this day, UTC."
        type="date"
        value={values.expires}
        onValue={(next) => set({ expires: next })}
      />
      {isAccount ? (
        <>
          <TextAreaField
            label="Repositories"
            optional
            error={errorOf("repositories")}
            hint="owner/name, one per line. Leave empty to allow all of the account's repositories."
            className="min-h-16 font-mono"
            autoCapitalize="none"
            spellCheck={false}
            value={values.repositories}
            onValue={(next) => set({ repositories: next })}
          />
          <Checkbox
            label="Can create worker and session tokens"
            checked={values.agentScoped}
            onChange={(agentScoped) => set({ agentScoped })}
          />
        </>
      ) : null}
    </FormDialog>
  );
}
