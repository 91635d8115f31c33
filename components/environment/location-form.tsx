"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { FileLocation } from "@/components/environment/environment-file";
import { BranchField } from "@/components/repositories/branch-field";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { callProxy } from "@/lib/client/call";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { useFilePath } from "./file-path";

interface LocationFormProps {
  title: string;
  /** Label of the button. */
  action: string;
  onSubmit: (location: FileLocation) => void;
}

const validPath = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$)).+$/;

/** Selects a file by repository, branch and path. */
export function LocationForm({ title, action, onSubmit }: LocationFormProps) {
  const [repository, setRepository] = useState("");
  const [branch, setBranch] = useState("");
  const [path, setPath] = useState(useFilePath());
  const [submitted, setSubmitted] = useState(false);
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const name = parseRepositoryName(repository);
  const defaultBranch = repositories.data?.find((each) => each.fullName === repository)?.defaultBranch;
  const pathError = validPath.test(path.trim()) ? undefined : "Enter a path inside the repository.";

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (name && !pathError) onSubmit({ repository: name, branch: branch || (defaultBranch ?? ""), path: path.trim() });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={title} className="space-y-4">
      <h2 className="font-semibold text-sm">{title}</h2>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Repository"
          error={submitted && !name ? "Choose a repository." : undefined}
          hint={repositories.isError ? `Couldn't load repositories. ${repositories.error.message}` : undefined}
        >
          {(control) => (
            <Combobox
              control={control}
              name="Repositories"
              value={repository}
              options={(repositories.data ?? []).map(({ fullName }) => ({ value: fullName, label: fullName }))}
              onChange={(next) => {
                setRepository(next);
                setBranch("");
              }}
              placeholder="Choose a repository"
              free={(text) =>
                parseRepositoryName(text) ? { value: text, label: text, detail: "Use this name" } : undefined
              }
              empty={repositories.isPending ? "Loading…" : "No matches."}
            />
          )}
        </Field>
        <BranchField
          label="Branch"
          optional
          hint="Leave empty to use the default branch."
          repository={name}
          defaultBranch={defaultBranch}
          placeholder={defaultBranch ?? "Default branch"}
          value={branch}
          onChange={setBranch}
        />
        <TextField
          label="Path"
          error={submitted ? pathError : undefined}
          fieldClassName="md:col-span-2"
          value={path}
          onValue={setPath}
          className="font-mono"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </form>
  );
}
