"use client";

import { type FormEvent, useState } from "react";
import { BranchField } from "@/components/repositories/branch-field";
import { useUpdateRepository } from "@/components/repositories/repository-mutations";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { SelectField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

interface SettingsFormProps {
  name: RepositoryName;
  repo: Repo;
  isAdmin: boolean;
}

const settingsOf = ({ defaultBranch, allowMergeCommit, allowSquashMerge, deleteBranchOnMerge, visibility }: Repo) => ({
  defaultBranch,
  allowMergeCommit,
  allowSquashMerge,
  deleteBranchOnMerge,
  visibility: visibility === "internal" ? ("internal" as const) : ("private" as const),
});

/** Merge settings, default branch and visibility of a repository. */
export function SettingsForm({ name, repo, isAdmin }: SettingsFormProps) {
  const saved = settingsOf(repo);
  const [changes, setChanges] = useState<Partial<typeof saved>>({});
  const { mutate, isPending, error } = useUpdateRepository(name);
  const values = { ...saved, ...changes };
  const changed = Object.entries(values).some(([key, value]) =>
    Object.entries(saved).some(([k, v]) => k === key && v !== value),
  );
  const methods = values.allowMergeCommit || values.allowSquashMerge;
  const change = (more: Partial<typeof saved>) => setChanges({ ...changes, ...more });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || !methods || isPending) return;
    mutate(values, {
      onSuccess: () => {
        setChanges({});
        toast.success("Settings saved.");
      },
    });
  };
  return (
    <form onSubmit={submit} aria-label="Settings" className="max-w-xl space-y-4">
      {error ? <CallFailure error={error}>Couldn't save the settings.</CallFailure> : null}
      <fieldset disabled={!isAdmin} className="space-y-4">
        <BranchField
          label="Default branch"
          repository={name}
          value={values.defaultBranch}
          onChange={(defaultBranch) => change({ defaultBranch })}
        />
        <SelectField
          label="Visibility"
          value={values.visibility}
          onValue={(value) => change({ visibility: value === "internal" ? "internal" : "private" })}
        >
          <option value="private">Private: users with access</option>
          <option value="internal">Internal: all members of the namespace</option>
        </SelectField>
        <Checkbox
          label="Allow merge commits"
          checked={values.allowMergeCommit}
          onChange={(allowMergeCommit) => change({ allowMergeCommit })}
        />
        <Checkbox
          label="Allow squash merging"
          checked={values.allowSquashMerge}
          onChange={(allowSquashMerge) => change({ allowSquashMerge })}
        />
        {methods ? null : (
          <p role="alert" className="text-danger text-xs">
            Allow at least one merge method.
          </p>
        )}
        <Checkbox
          label="Delete branches after merging"
          checked={values.deleteBranchOnMerge}
          onChange={(deleteBranchOnMerge) => change({ deleteBranchOnMerge })}
        />
      </fieldset>
      {isAdmin ? (
        <Button type="submit" variant="primary" disabled={!changed || !methods || isPending}>
          {isPending ? "Saving…" : "Save settings"}
        </Button>
      ) : (
        <p className="text-muted-foreground text-xs">You need the Admin role to change these settings.</p>
      )}
    </form>
  );
}
