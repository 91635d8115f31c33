"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import { BranchField } from "@/components/repositories/branch-field";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Options } from "@/components/ui/options";
import { SelectField, TextField } from "@/components/ui/text-field";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { splitFieldError } from "@/lib/client/field-error";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { parseRepositoryName, type RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { useCreatePull } from "./pull-mutations";
import { openPullsQuery } from "./pull-queries";

interface CreatePullDialogProps {
  /** Full names of the repositories to choose from. */
  repositories: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Prefilled values. */
  initial?: Partial<typeof blank>;
}

const fields = ["head", "base", "parentPullRequest", "title", "body"];
const blank = { title: "", body: "", head: "", base: "", draft: false, parent: "" };

/** The options of the form: the default branch and open pull requests to stack on. */
function useChoices(fullName: string, repository: RepositoryName, enabled: boolean) {
  const repositories = useQuery({ ...hostedRepositoriesQuery(callProxy), enabled });
  const openPulls = useInfiniteQuery({ ...openPullsQuery(repository), enabled });
  const repo = repositories.data?.find((each) => each.fullName.toLowerCase() === fullName.toLowerCase());
  return {
    defaultBranch: repo?.defaultBranch ?? "",
    parents: openPulls.data?.pages.flatMap((page) => page.pullRequests) ?? [],
  };
}

interface ParentFieldProps {
  parents: readonly PullRequest[];
  /** Number of the chosen pull request. Empty: none. */
  value: string;
  error: string | undefined;
  /** Receives the number and the branch of a pull request. */
  onChange: (number: string, branch: string) => void;
}

/** The pull request to stack on, if there are any. */
function ParentField({ parents, value, error, onChange }: ParentFieldProps) {
  if (parents.length === 0) return null;
  return (
    <SelectField
      label="Stacked on"
      optional
      hint="The base becomes the branch of that pull request."
      error={error}
      value={value}
      onValue={(chosen) => onChange(chosen, parents.find(({ number }) => number === chosen)?.head.ref ?? "")}
    >
      <option value="">None (not stacked)</option>
      {parents.map(({ number, title }) => (
        <option key={number} value={number}>
          #{number} {title}
        </option>
      ))}
    </SelectField>
  );
}

/** The form to create a pull request. */
export default function CreatePullDialog({ repositories, open, onOpenChange, initial }: CreatePullDialogProps) {
  const router = usePageRouter();
  const [selected, setSelected] = useState(repositories[0] ?? "");
  const repository = parseRepositoryName(selected) ?? { ownerSlug: "", repoName: "" };
  const [values, setValues] = useState({ ...blank, ...initial });
  const change = (changes: Partial<typeof blank>) => setValues({ ...values, ...changes });
  const { mutate, isPending, error } = useCreatePull(repository);
  const { defaultBranch, parents } = useChoices(selected, repository, open);
  const base = values.base || defaultBranch;
  const ready = values.title.trim() !== "" && values.head !== "" && base !== "" && values.head !== base;
  const { errorOf, failure } = splitFieldError(error, fields);
  const submit = () => {
    const { parent, ...written } = values;
    mutate(
      { ...written, base, ...(parent ? { parentPullRequest: { number: parent } } : {}) },
      { onSuccess: ({ number }) => router.push(paths.pull({ ...repository, pullNumber: number })) },
    );
  };
  const branchField = (name: "head" | "base", label: string, value: string) => (
    <BranchField
      label={label}
      error={errorOf(name)}
      repository={repository}
      defaultBranch={defaultBranch}
      value={value}
      onChange={(next) => change({ [name]: next })}
    />
  );

  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New pull request"
      action="Create pull request"
      pendingLabel="Creating…"
      ready={ready}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      errorTitle="Couldn't create the pull request."
    >
      {repositories.length > 1 ? (
        <SelectField
          label="Repository"
          value={selected}
          onValue={(name) => {
            setSelected(name);
            change({ head: "", base: "", parent: "" });
          }}
        >
          <Options values={repositories} />
        </SelectField>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        {branchField("head", "Compare branch", values.head)}
        {branchField("base", "Base branch", base)}
      </div>
      <ParentField
        parents={parents}
        value={values.parent}
        error={errorOf("parentPullRequest")}
        onChange={(parent, branch) => change({ parent, base: branch })}
      />
      <TextField
        label="Title"
        error={errorOf("title")}
        maxLength={256}
        value={values.title}
        onValue={(title) => change({ title })}
      />
      <Field label="Description" optional error={errorOf("body")}>
        {(control) => (
          <PromptTextarea
            {...control}
            rows={5}
            value={values.body}
            onValue={(body) => change({ body })}
            source={{ users: repository }}
          />
        )}
      </Field>
      <Checkbox label="Create as draft" checked={values.draft} onChange={(draft) => change({ draft })} />
    </FormDialog>
  );
}
