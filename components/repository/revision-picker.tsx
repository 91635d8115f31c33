"use client";

import { useQuery } from "@tanstack/react-query";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

interface RevisionPickerProps {
  name: RepositoryName;
  label: string;
  /** The selected revision, or empty. */
  value: string;
  onChange: (revision: string) => void;
}

/** Selects a branch from the list, or a tag or commit by typing it. */
export function RevisionPicker({ name, label, value, onChange }: RevisionPickerProps) {
  const { data = [] } = useQuery(branchesQuery(callProxy, name));
  return (
    <Field label={label} className="w-full sm:w-64">
      {(control) => (
        <Combobox
          control={control}
          name={label}
          value={value}
          options={data.map((branch) => ({ value: branch.name, label: branch.name }))}
          onChange={onChange}
          placeholder="Select a branch"
          free={(text) => (text ? { value: text, label: text, detail: "Tag or commit" } : undefined)}
          empty="No matching branches"
        />
      )}
    </Field>
  );
}
