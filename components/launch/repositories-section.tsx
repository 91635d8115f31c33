"use client";

import { useQuery } from "@tanstack/react-query";
import { repositoriesQuery } from "@/components/agents/launch-option-queries";
import { browserOnly } from "@/components/ui/browser-only";
import { Combobox } from "@/components/ui/combobox";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { Segmented } from "@/components/ui/segmented";
import { callProxy } from "@/lib/client/call";
import type { LaunchRepository } from "@/lib/contract/dashboard/launch-fields";
import { repositoryName } from "@/lib/model/agent-query/names";
import { repositoryRow } from "./empty-fields";
import { filledRepositories } from "./launch-body";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";
import { AddRow, RemoveRow } from "./row-actions";

/** Loaded when a repository is selected. */
const LaunchCheck = browserOnly(() => import("@/components/environment/launch-check").then((part) => part.LaunchCheck));

const maxRepositories = 20;
const noRepository: ComboboxOption = {
  value: "",
  label: "No repository",
  detail: "The agent works in an empty folder",
};
const asRepository = (text: string): ComboboxOption | undefined =>
  /^https?:\/\/\S+$/.test(text) ? { value: text, label: text, detail: "Use this URL" } : undefined;

export function RepositoriesSection() {
  const { fields, change } = useLaunchForm();
  const { repositories } = fields;
  return (
    <FormGroup
      title="Repositories"
      at="repositories"
      aside={<Meter value={filledRepositories(fields).length} max={maxRepositories} />}
      hint={repositories.length > 1 ? "The new branch is based on the first repository." : undefined}
    >
      {repositories.map((row, index) => (
        <Repository
          key={row.id}
          row={row}
          number={repositories.length > 1 ? index + 1 : undefined}
          onChange={(changes) =>
            change({
              repositories: repositories.map((each) => (each.id === row.id ? { ...each, ...changes } : each)),
            })
          }
          onRemove={
            repositories.length > 1
              ? () => change({ repositories: repositories.filter(({ id }) => id !== row.id) })
              : undefined
          }
        />
      ))}
      <AddRow
        what="repository"
        count={repositories.length}
        max={maxRepositories}
        onAdd={(id) => change({ repositories: [...repositories, repositoryRow({ id })] })}
      />
    </FormGroup>
  );
}

interface RepositoryProps {
  row: LaunchRepository;
  number: number | undefined;
  onChange: (changes: Partial<LaunchRepository>) => void;
  onRemove: (() => void) | undefined;
}

const mono = { className: "font-mono", autoCapitalize: "none", spellCheck: false } as const;
const suffixOf = (number: number | undefined) => (number === undefined ? "" : ` ${number}`);

function Repository({ row, number, onChange, onRemove }: RepositoryProps) {
  const { id, url, from, startingRef } = row;
  return (
    <div data-row={id} className={number === undefined ? "space-y-3" : "space-y-3 rounded-md border p-3"}>
      <div className="flex items-start gap-2">
        <RepositoryField row={row} number={number} onChange={onChange} />
        {onRemove ? (
          <div className="pt-6">
            <RemoveRow what={`repository${suffixOf(number)}`} of="repository" onRemove={onRemove} />
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <div className="space-y-1.5">
          <span aria-hidden className="block font-medium text-sm">
            Start from
          </span>
          <Segmented
            label={`Start from${suffixOf(number)}`}
            value={from}
            disabled={!url}
            options={[
              { value: "reference", label: "Reference" },
              { value: "pull", label: "Pull request" },
            ]}
            onChange={(next) => onChange({ from: next })}
          />
        </div>
        <StartField row={row} number={number} onChange={onChange} />
      </div>
      {url && from === "reference" && (number ?? 1) === 1 ? <LaunchCheck url={url} reference={startingRef} /> : null}
    </div>
  );
}

type RepositoryFieldProps = Omit<RepositoryProps, "onRemove">;

function RepositoryField({ row, number, onChange }: RepositoryFieldProps) {
  const listed = useQuery(repositoriesQuery(callProxy));
  const options = [
    ...(number === undefined ? [noRepository] : []),
    ...(listed.data?.items ?? []).map(({ url }) => ({ value: url, label: repositoryName(url), detail: url })),
  ];
  return (
    <LaunchField
      at={`${row.id}.url`}
      label={`Repository${suffixOf(number)}`}
      optional={number === undefined}
      hint={listed.isError ? `Couldn't load repositories: ${listed.error.message}` : undefined}
      className="min-w-0 flex-1"
    >
      {(control) => (
        <Combobox
          control={control}
          name="Repositories"
          value={row.url}
          options={options}
          onChange={(url) => onChange({ url })}
          placeholder={number === undefined ? "No repository" : "Choose a repository"}
          free={asRepository}
          empty={listed.isPending ? "Loading…" : "No matching repositories. You can enter a full URL."}
        />
      )}
    </LaunchField>
  );
}

/** The reference or pull request the agent starts from. */
function StartField({ row: { id, url, from, startingRef, prUrl }, number, onChange }: RepositoryFieldProps) {
  if (from === "pull") {
    return (
      <LaunchField
        at={`${id}.prUrl`}
        label={`Pull request${suffixOf(number)}`}
        hint="Pull request URL. The agent works on its branches."
        className="min-w-48 flex-1"
      >
        {(control) => (
          <Input
            {...control}
            {...mono}
            value={prUrl}
            disabled={!url}
            onChange={({ target }) => onChange({ prUrl: target.value })}
            placeholder="https://"
          />
        )}
      </LaunchField>
    );
  }
  return (
    <LaunchField
      at={`${id}.startingRef`}
      label={`Reference${suffixOf(number)}`}
      optional
      hint="Branch, tag, or commit. Leave empty for the default branch."
      className="min-w-48 flex-1"
    >
      {(control) => (
        <Input
          {...control}
          {...mono}
          value={startingRef}
          disabled={!url}
          onChange={({ target }) => onChange({ startingRef: target.value })}
          placeholder="main"
        />
      )}
    </LaunchField>
  );
}
