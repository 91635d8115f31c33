"use client";

import { BranchField } from "@/components/repositories/branch-field";
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
  return (
    <BranchField
      repository={name}
      label={label}
      value={value}
      onChange={onChange}
      className="w-full sm:w-64"
      free={(text) => (text ? { value: text, label: text, detail: "Tag or commit" } : undefined)}
    />
  );
}
