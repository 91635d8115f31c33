"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { type ControlProps, Field } from "@/components/ui/field";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { callProxy } from "@/lib/client/call";
import { maxListedItems } from "@/lib/model/hosting/fetch-all-pages";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { branchesQuery, branchSearchQuery } from "./repository-queries";

interface BranchFieldProps {
  repository: RepositoryName | undefined;
  label: string;
  value: string;
  onChange: (branch: string) => void;
  defaultBranch?: string | undefined;
  placeholder?: string;
  optional?: boolean;
  hint?: string;
  error?: string | undefined;
  className?: string;
  /** Converts the typed text to an option, for fields that also accept tags and commits. */
  free?: (text: string) => ComboboxOption | undefined;
}

/** Branches in the list at once; the filter finds the others. */
const maxShown = 200;

/** Branches to pick from: all of them, or the first 2,000 and those that start with the typed text. */
function useBranches(repository: RepositoryName | undefined, text: string) {
  const listed = useQuery(branchesQuery(callProxy, repository));
  const isPartial = listed.data !== undefined && listed.data.length >= maxListedItems;
  const search = isPartial ? text : "";
  const found = useQuery({
    ...branchSearchQuery(callProxy, repository, search),
    placeholderData: search ? keepPreviousData : undefined,
  });
  const known = (listed.data ?? []).map(({ name }) => name);
  const lowerCase = text.toLowerCase();
  const matching = known.filter((name) => name.toLowerCase().includes(lowerCase));
  const all = [...new Set([...(found.data ?? []), ...matching])];
  return {
    names: all.slice(0, maxShown),
    note: noteOn(all.length, isPartial),
    isPartial,
    isPending: listed.isPending,
    error: listed.error ?? found.error,
  };
}

/** What the list leaves out. */
function noteOn(matching: number, isPartial: boolean): string | undefined {
  const shown = matching > maxShown ? `The first ${maxShown} are shown. ` : "";
  if (isPartial) {
    const listed = maxListedItems.toLocaleString("en");
    return `${shown}This repository has more than ${listed} branches. Type how a name starts to find the others.`;
  }
  return shown ? `${shown}Type to filter ${matching.toLocaleString("en")} branches.` : undefined;
}

/** Selects a branch from a list with a filter. */
export function BranchField({ repository, ...props }: BranchFieldProps) {
  const { label, optional, hint, error, className, ...box } = props;
  return (
    <Field label={label} optional={optional} hint={hint} error={error} {...(className && { className })}>
      {(control) => <BranchCombobox control={control} name={label} repository={repository} {...box} />}
    </Field>
  );
}

interface BranchComboboxProps
  extends Pick<BranchFieldProps, "repository" | "value" | "onChange" | "defaultBranch" | "placeholder" | "free"> {
  control: ControlProps;
  name: string;
  icon?: ReactNode;
  /** Listed before the branches. */
  first?: ComboboxOption;
}

export function BranchCombobox({ repository, defaultBranch, first, placeholder, ...box }: BranchComboboxProps) {
  const [text, setText] = useState("");
  const { names, note, isPartial, isPending, error } = useBranches(repository, useDeferredValue(text.trim()));
  let empty = "No matching branches";
  if (!repository) empty = "Choose a repository first.";
  else if (error) empty = `Couldn't load branches. ${error.message}`;
  else if (isPending) empty = "Loading…";
  else if (isPartial) empty = "No branches start with this text.";
  const branches = names.map((name) => ({
    value: name,
    label: name,
    ...(name === defaultBranch && { detail: "Default branch" }),
  }));
  return (
    <Combobox
      {...box}
      options={first ? [first, ...branches] : branches}
      onText={setText}
      placeholder={placeholder ?? "Choose a branch"}
      empty={empty}
      note={note}
    />
  );
}
