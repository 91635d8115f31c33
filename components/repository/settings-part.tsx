"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useUpdateRepository } from "@/components/repositories/repository-mutations";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

interface SettingsPartProps {
  name: RepositoryName;
  repo: Repo;
  mayChange: boolean;
}

const settingsOf = ({ defaultBranch, allowMergeCommit, allowSquashMerge, deleteBranchOnMerge, visibility }: Repo) => ({
  ...{ defaultBranch, allowMergeCommit, allowSquashMerge, deleteBranchOnMerge },
  visibility: visibility === "internal" ? ("internal" as const) : ("private" as const),
});

/** How pull requests are merged, which branch is the default, and who of the owner's team sees the repository. */
export function SettingsPart({ name, repo, mayChange }: SettingsPartProps) {
  const stored = settingsOf(repo);
  const [changes, setChanges] = useState<Partial<typeof stored>>({});
  const branches = useQuery(branchesQuery(callProxy, name));
  const { mutate, isPending, error } = useUpdateRepository(name);
  const given = { ...stored, ...changes };
  const changed = Object.entries(given).some(([key, value]) =>
    Object.entries(stored).some(([k, v]) => k === key && v !== value),
  );
  const methods = given.allowMergeCommit || given.allowSquashMerge;
  const change = (more: Partial<typeof stored>) => setChanges({ ...changes, ...more });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || !methods || isPending) return;
    mutate(given, {
      onSuccess: () => {
        setChanges({});
        toast.success("The settings are stored.");
      },
    });
  };
  return (
    <form onSubmit={submit} aria-label="Settings" className="max-w-xl space-y-4">
      {error ? <CallFailure error={error}>Nothing was changed.</CallFailure> : null}
      <fieldset disabled={!mayChange} className="space-y-4">
        <SelectField
          label="Default branch"
          value={given.defaultBranch}
          onValue={(defaultBranch) => change({ defaultBranch })}
        >
          {[...new Set([given.defaultBranch, ...(branches.data ?? []).map((branch) => branch.name)])].map((branch) => (
            <option key={branch}>{branch}</option>
          ))}
        </SelectField>
        <SelectField
          label="Visibility"
          value={given.visibility}
          onValue={(value) => change({ visibility: value === "internal" ? "internal" : "private" })}
        >
          <option value="private">Private: people with a grant</option>
          <option value="internal">Internal: everybody of the owner</option>
        </SelectField>
        <Checkbox
          label="Merge with a merge commit"
          checked={given.allowMergeCommit}
          onChange={(allowMergeCommit) => change({ allowMergeCommit })}
        />
        <Checkbox
          label="Squash into one commit"
          checked={given.allowSquashMerge}
          onChange={(allowSquashMerge) => change({ allowSquashMerge })}
        />
        {methods ? null : (
          <p role="alert" className="text-danger text-xs">
            One of the two must be allowed.
          </p>
        )}
        <Checkbox
          label="Delete branches when they are merged"
          checked={given.deleteBranchOnMerge}
          onChange={(deleteBranchOnMerge) => change({ deleteBranchOnMerge })}
        />
      </fieldset>
      {mayChange ? (
        <Button type="submit" variant="primary" disabled={!changed || !methods || isPending}>
          {isPending ? "Saving…" : "Save"}
        </Button>
      ) : (
        <p className="text-muted-foreground text-xs">Changing this needs the role admin.</p>
      )}
    </form>
  );
}
