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
  const [given, setGiven] = useState({ owner: "", name: "", defaultBranch: "" });
  const { mutate, isPending, error } = useCreateRepository();
  const ownerSlug = given.owner || (owners[0] ?? "");
  const { errorOf, failure } = splitFieldError(error, ["name", "defaultBranch"]);
  const submit = () => {
    const defaultBranch = given.defaultBranch.trim();
    mutate(
      { ownerSlug, name: given.name.trim(), ...(defaultBranch ? { defaultBranch } : {}) },
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
      ready={given.name.trim() !== ""}
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
            onChange={(event) => setGiven({ ...given, owner: event.target.value })}
          >
            {owners.map((slug) => (
              <option key={slug}>{slug}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Name" hint="Letters, digits, dots, dashes and underscores." error={errorOf("name")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={given.name}
            onChange={(event) => setGiven({ ...given, name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Default branch" optional hint="Defaults to main." error={errorOf("defaultBranch")}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={given.defaultBranch}
            onChange={(event) => setGiven({ ...given, defaultBranch: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
