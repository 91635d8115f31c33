"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { splitFieldError } from "@/lib/client/field-error";
import type { SavedVariable } from "@/lib/contract/dashboard/saved-variable";
import {
  emptyRules,
  type OwnerDraft,
  OwnerFields,
  ownerBody,
  type RulesDraft,
  RulesFields,
  rulesBody,
} from "./rules-fields";
import { ownerLabel } from "./variable-labels";
import { useAddVariable, useUpdateVariable } from "./variable-queries";

const fieldNames = ["name", "value", "scope", "repository", "kind", "apply", "models", "pools"];

/** Adds a variable or secret. */
export function AddVariableDialog({ canChangeTeam, onClose }: { canChangeTeam: boolean; onClose: () => void }) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [owner, setOwner] = useState<OwnerDraft>({ scope: "user", repository: "" });
  const [rules, setRules] = useState(emptyRules);
  const { mutate, isPending, error } = useAddVariable();
  const { errorOf, failure } = splitFieldError(error, fieldNames);
  const submit = () =>
    mutate(
      { ...ownerBody(owner), ...rulesBody(rules), name: name.trim(), value },
      {
        onSuccess: (saved) => {
          toast.success(`${saved.name} saved.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Add variable"
      action="Save variable"
      pendingLabel="Saving…"
      ready={name.trim() !== "" && value !== "" && (owner.scope !== "repository" || owner.repository !== "")}
      pending={isPending}
      failure={failure}
      errorTitle="Couldn't save the variable."
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={name}
        error={errorOf("name")}
        className="font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onValue={setName}
      />
      <ValueField kind={rules.kind} value={value} error={errorOf("value")} onValue={setValue} />
      <OwnerFields
        owner={owner}
        canChangeTeam={canChangeTeam}
        errorOf={errorOf}
        onChange={(changes) => setOwner((before) => ({ ...before, ...changes }))}
      />
      <RulesFields
        rules={rules}
        errorOf={errorOf}
        onChange={(changes) => setRules((before) => ({ ...before, ...changes }))}
      />
    </FormDialog>
  );
}

/** Changes a variable or secret. An empty value keeps the saved one. */
export function EditVariableDialog({ variable, onClose }: { variable: SavedVariable; onClose: () => void }) {
  const [value, setValue] = useState(variable.value ?? "");
  const [rules, setRules] = useState<RulesDraft>({
    kind: variable.kind,
    apply: variable.apply,
    models: variable.models.join(", "),
    pools: variable.pools.join(", "),
  });
  const { mutate, isPending, error } = useUpdateVariable(variable.id);
  const { errorOf, failure } = splitFieldError(error, fieldNames);
  const hasNewValue = value !== "" && value !== variable.value;
  const submit = () =>
    mutate(
      { ...rulesBody(rules), ...(hasNewValue ? { value } : {}) },
      {
        onSuccess: () => {
          toast.success(`${variable.name} saved.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Edit ${variable.name}`}
      description={`${ownerLabel(variable)}. Agents already launched keep the previous value.`}
      action="Save variable"
      pendingLabel="Saving…"
      ready
      pending={isPending}
      failure={failure}
      errorTitle="Couldn't save the variable."
      onClose={onClose}
      onSubmit={submit}
    >
      <ValueField
        kind={rules.kind}
        value={value}
        error={errorOf("value")}
        hint={variable.value === undefined ? "Leave empty to keep the saved value." : undefined}
        onValue={setValue}
      />
      <RulesFields
        rules={rules}
        errorOf={errorOf}
        onChange={(changes) => setRules((before) => ({ ...before, ...changes }))}
      />
    </FormDialog>
  );
}

interface ValueFieldProps {
  kind: SavedVariable["kind"];
  value: string;
  error: string | undefined;
  hint?: string | undefined;
  onValue: (value: string) => void;
}

/** A text area, because keys have several lines. A secret is hidden while it is typed. */
function ValueField({ kind, ...field }: ValueFieldProps) {
  return (
    <TextAreaField
      label="Value"
      {...field}
      rows={2}
      className={`max-h-40 min-h-9 font-mono ${kind === "secret" ? "[-webkit-text-security:disc]" : ""}`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
