"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { usePageRouter } from "@/components/ui/use-page-router";
import { splitFieldError } from "@/lib/client/field-error";
import { paths } from "@/lib/model/paths";
import { useCreateRepository } from "./repository-mutations";

interface CreateRepositoryDialogProps {
  /** Slugs of the namespaces where the user can create repositories. */
  owners: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The form to create an empty repository. Opens it when created. */
export default function CreateRepositoryDialog({ owners, open, onOpenChange }: CreateRepositoryDialogProps) {
  const router = usePageRouter();
  const [values, setValues] = useState({ owner: "", name: "", defaultBranch: "" });
  const { mutate, isPending, error } = useCreateRepository();
  const ownerSlug = values.owner || (owners[0] ?? "");
  const { errorOf, failure } = splitFieldError(error, ["name", "defaultBranch"]);
  const submit = () => {
    const defaultBranch = values.defaultBranch.trim();
    mutate(
      { ownerSlug, name: values.name.trim(), ...(defaultBranch ? { defaultBranch } : {}) },
      { onSuccess: ({ owner, name }) => router.push(paths.repository({ ownerSlug: owner.slug, repoName: name })) },
    );
  };

  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New repository"
      action="Create repository"
      pendingLabel="Creating…"
      ready={values.name.trim() !== ""}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't create the repository."
    >
      <SelectField label="Namespace" value={ownerSlug} onValue={(next) => setValues({ ...values, owner: next })}>
        <Options values={owners} />
      </SelectField>
      <TextField
        label="Name"
        hint="Letters, digits, dots, dashes, and underscores."
        error={errorOf("name")}
        autoComplete="off"
        maxLength={100}
        value={values.name}
        onValue={(next) => setValues({ ...values, name: next })}
      />
      <TextField
        label="Default branch"
        optional
        hint="Defaults to main."
        error={errorOf("defaultBranch")}
        autoComplete="off"
        value={values.defaultBranch}
        onValue={(next) => setValues({ ...values, defaultBranch: next })}
      />
    </FormDialog>
  );
}
