"use client";

import { useQuery } from "@tanstack/react-query";
import { repositoriesQuery } from "@/components/launch-options/launch-option-queries";
import { Combobox } from "@/components/ui/combobox";
import { Input } from "@/components/ui/input";
import { Meter } from "@/components/ui/meter";
import { Segmented } from "@/components/ui/segmented";
import { callProxy } from "@/lib/client/call";
import type { LaunchRepository } from "@/lib/contract/dashboard/launch-fields";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { repositoryRow } from "./empty-fields";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";
import { typedRepository } from "./repository-options";
import { AddRow, RemoveRow } from "./row-actions";

const maxRepositories = 20;
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
          number={index + 1}
          onChange={(changes) =>
            change({
              repositories: repositories.map((each) => (each.id === row.id ? { ...each, ...changes } : each)),
            })
          }
          onRemove={() => change({ repositories: repositories.filter(({ id }) => id !== row.id) })}
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
  /** The first one and its reference are chosen in the composer. */
  number: number;
  onChange: (changes: Partial<LaunchRepository>) => void;
  onRemove: () => void;
}

const mono = { className: "font-mono", autoCapitalize: "none", spellCheck: false } as const;
const suffixOf = (number: number) => (number === 1 ? "" : ` ${number}`);

function Repository({ row, number, onChange, onRemove }: RepositoryProps) {
  const { id, url, from } = row;
  return (
    <div data-row={id} className={number === 1 ? "space-y-3" : "space-y-3 rounded-md border p-3"}>
      {number > 1 ? (
        <div className="flex items-start gap-2">
          <RepositoryField row={row} number={number} onChange={onChange} />
          <div className="pt-6">
            <RemoveRow what={`repository ${number}`} of="repository" onRemove={onRemove} />
          </div>
        </div>
      ) : null}
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
        {number > 1 || from === "pull" ? <StartField row={row} number={number} onChange={onChange} /> : null}
      </div>
    </div>
  );
}

type RepositoryFieldProps = Omit<RepositoryProps, "onRemove">;

function RepositoryField({ row, number, onChange }: RepositoryFieldProps) {
  const listed = useQuery(repositoriesQuery(callProxy));
  const options = (listed.data?.items ?? []).map(({ url }) => ({
    value: url,
    label: repositoryName(url),
    detail: url,
  }));
  return (
    <LaunchField
      at={`${row.id}.url`}
      label={`Repository ${number}`}
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
          placeholder="Choose a repository"
          free={typedRepository}
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
