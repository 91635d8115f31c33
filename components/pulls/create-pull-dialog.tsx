"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCreatePull } from "@/components/pulls/pull-mutations";
import { pullsQuery } from "@/components/pulls/pull-queries";
import { branchesQuery, hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { callProxy } from "@/lib/client/call";
import { refusalAt } from "@/lib/client/refusal-at";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

interface CreatePullDialogProps {
  repository: RepositoryName;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const fields = ["head", "base", "parentPullRequest", "title", "body"];
const blank = { title: "", body: "", head: "", base: "", draft: false, parent: "" };

/** Asks to merge one branch into another. */
export default function CreatePullDialog({ repository, open, onOpenChange }: CreatePullDialogProps) {
  const router = useRouter();
  const [given, setGiven] = useState(blank);
  const { mutate, isPending, error } = useCreatePull(repository);
  const branches = useQuery({ ...branchesQuery(callProxy, repository), enabled: open });
  const repositories = useQuery({ ...hostedRepositoriesQuery(callProxy), enabled: open });
  const openPulls = useInfiniteQuery({
    ...pullsQuery(repository, { state: "open", author: "", base: "", sortBy: "created" }),
    enabled: open,
  });
  const parents = openPulls.data?.pages.flatMap((page) => page.pullRequests) ?? [];
  const names = branches.data?.map(({ name }) => name) ?? [];
  const fullName = `${repository.ownerSlug}/${repository.repoName}`.toLowerCase();
  const record = repositories.data?.find((each) => each.fullName.toLowerCase() === fullName);
  const base = given.base || record?.defaultBranch || "";
  const ready = given.title.trim() !== "" && given.head !== "" && base !== "" && given.head !== base;
  const { errorOf, failure } = refusalAt(error, fields);
  const submit = () => {
    const { parent, ...written } = given;
    mutate(
      { ...written, base, ...(parent ? { parentPullRequest: { number: parent } } : {}) },
      { onSuccess: ({ number }) => router.push(paths.pull({ ...repository, pullNumber: number })) },
    );
  };
  const branchField = (name: "head" | "base", label: string, value: string) => (
    <Field label={label} error={errorOf(name)}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => setGiven({ ...given, [name]: event.target.value })}>
          <option value="">Choose a branch</option>
          {names.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      )}
    </Field>
  );

  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="New pull request"
      action="Open pull request"
      acting="Opening…"
      ready={ready}
      pending={isPending}
      onSubmit={submit}
      failure={failure}
      failed="Nothing was opened; what you wrote stays."
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {branchField("head", "Branch with the changes", given.head)}
        {branchField("base", "Into", base)}
      </div>
      {parents.length > 0 ? (
        <Field
          label="Stacked on"
          optional
          hint="It then merges into that one's branch, and after it."
          error={errorOf("parentPullRequest")}
        >
          {(control) => (
            <Select
              {...control}
              value={given.parent}
              onChange={({ target: { value } }) => {
                const below = parents.find(({ number }) => number === value);
                setGiven({ ...given, parent: value, base: below ? below.head.ref : "" });
              }}
            >
              <option value="">Nothing: it stands alone</option>
              {parents.map(({ number, title }) => (
                <option key={number} value={number}>
                  #{number} {title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <Field label="Title" error={errorOf("title")}>
        {(control) => (
          <Input
            {...control}
            value={given.title}
            maxLength={256}
            onChange={(event) => setGiven({ ...given, title: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" optional error={errorOf("body")}>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={given.body}
            onChange={(event) => setGiven({ ...given, body: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Draft: not ready to be merged"
        checked={given.draft}
        onChange={(draft) => setGiven({ ...given, draft })}
      />
    </FormDialog>
  );
}
