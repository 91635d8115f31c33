"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
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
  const router = useRouter();
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
      <Field label="Namespace">
        {(control) => (
          <Select
            {...control}
            value={ownerSlug}
            onChange={(event) => setValues({ ...values, owner: event.target.value })}
          >
            {owners.map((slug) => (
              <option key={slug}>{slug}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Name" hint="Letters, digits, dots, dashes, and underscores." error={errorOf("name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={values.name}
            onChange={(event) => setValues({ ...values, name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Default branch" optional hint="Defaults to main." error={errorOf("defaultBranch")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={values.defaultBranch}
            onChange={(event) => setValues({ ...values, defaultBranch: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
