"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { FilePlace } from "@/components/environment/environment-file";
import { branchesQuery, hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { callProxy } from "@/lib/client/call";
import { repositoryOf } from "@/lib/model/hosting/repository-name";
import { useFilePath } from "./file-path";

interface PlaceFormProps {
  title: string;
  /** Word on the button. */
  action: string;
  onPlace: (place: FilePlace) => void;
}

/** Asks for a file on a branch of a repository. */
export function PlaceForm({ title, action, onPlace }: PlaceFormProps) {
  const [repository, setRepository] = useState("");
  const [branch, setBranch] = useState("");
  const [path, setPath] = useState(useFilePath());
  const [tried, setTried] = useState(false);
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  const name = repositoryOf(repository);
  const branches = useQuery(branchesQuery(callProxy, name));
  const main = repositories.data?.find((each) => each.fullName === repository)?.defaultBranch;
  const repositoryError = name ? undefined : "Choose a repository.";
  const pathError = /^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$)).+$/.test(path.trim())
    ? undefined
    : "A path inside the repository.";

  const open = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name && !pathError) onPlace({ repository: name, branch: branch || (main ?? ""), path: path.trim() });
  };
  return (
    <form onSubmit={open} noValidate aria-label={title} className="space-y-4">
      <h2 className="font-semibold text-sm">{title}</h2>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Repository"
          error={tried ? repositoryError : undefined}
          hint={repositories.isError ? `Repositories could not be listed: ${repositories.error.message}` : undefined}
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
              free={(text) => (repositoryOf(text) ? { value: text, label: text, detail: "Use this name" } : undefined)}
              empty={repositories.isPending ? "Loading…" : "None by that name."}
            />
          )}
        </Field>
        <Field
          label="Branch"
          optional
          hint={
            branches.isError
              ? `Branches could not be listed: ${branches.error.message}`
              : "The default branch when empty."
          }
        >
          {(control) => (
            <Combobox
              control={control}
              name="Branches"
              value={branch}
              options={(branches.data ?? []).map((each) => ({
                value: each.name,
                label: each.name,
                ...(each.name === main && { detail: "Default branch" }),
              }))}
              onChange={setBranch}
              placeholder={main ?? "Default branch"}
              empty={
                name === undefined
                  ? "Choose a repository first."
                  : branches.isPending
                    ? "Loading…"
                    : "None by that name."
              }
            />
          )}
        </Field>
        <Field label="Path" error={tried ? pathError : undefined} className="md:col-span-2">
          {(control) => (
            <Input
              {...control}
              value={path}
              onChange={(event) => setPath(event.target.value)}
              className="font-mono"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="primary">
        {action}
      </Button>
    </form>
  );
}
