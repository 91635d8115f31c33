"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { SelectField, TextField } from "@/components/ui/text-field";
import { splitFieldError } from "@/lib/client/field-error";
import { type Role, roleAllows, roles } from "@/lib/contract/operation";
import { roleLabels } from "@/lib/model/role-labels";
import { useCreateApiToken } from "./api-token-queries";

interface CreateTokenDialogProps {
  /** The user's own role, which is the highest that a token can have. */
  role: Role;
  onClose: () => void;
  onCreated: (created: { token: string; expiresAt: string }) => void;
}

const lifetimes = [7, 30, 90, 365];

/** Creates an API token of the user. */
export function CreateTokenDialog({ role, onClose, onCreated }: CreateTokenDialogProps) {
  const strongest: Role = roleAllows("operator", role) ? role : "operator";
  const [values, setValues] = useState({ name: "", role: strongest, expiresInDays: 90 });
  const { mutate, isPending, error } = useCreateApiToken();
  const { errorOf, failure } = splitFieldError(error, ["name", "role", "expiresInDays"]);
  return (
    <FormDialog
      onClose={onClose}
      title="Create API token"
      description="Scripts and the slipway command use it to act as you. The token is shown once."
      action="Create token"
      pendingLabel="Creating…"
      ready={values.name.trim() !== ""}
      pending={isPending}
      onSubmit={() => mutate(values, { onSuccess: onCreated })}
      failure={failure}
      errorTitle="Couldn't create the token."
    >
      <TextField
        label="Name"
        error={errorOf("name")}
        hint="Where it's used, such as the name of a CI job."
        autoComplete="off"
        maxLength={100}
        value={values.name}
        onValue={(next) => setValues({ ...values, name: next })}
      />
      <SelectField
        label="Role"
        error={errorOf("role")}
        hint="The token never has more access than you. If your role is lower, it applies instead."
        value={values.role}
        onValue={(next) => setValues({ ...values, role: roles.find((each) => each === next) ?? values.role })}
      >
        {roles
          .filter((each) => roleAllows(role, each))
          .map((each) => (
            <option key={each} value={each}>
              {roleLabels[each]}
            </option>
          ))}
      </SelectField>
      <SelectField
        label="Expires in"
        error={errorOf("expiresInDays")}
        value={String(values.expiresInDays)}
        onValue={(next) => setValues({ ...values, expiresInDays: Number(next) })}
      >
        {lifetimes.map((days) => (
          <option key={days} value={String(days)}>
            {days} days
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
