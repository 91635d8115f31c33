"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Bot, FolderGit2, GitBranch, Server } from "lucide-react";
import {
  environmentOptionsQuery,
  machineOptionsQuery,
  poolOptionsQuery,
  repositoriesQuery,
} from "@/components/launch-options/launch-option-queries";
import { BranchCombobox } from "@/components/repositories/branch-field";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { callProxy } from "@/lib/client/call";
import type { ModelEntry } from "@/lib/contract/agents/model";
import type { LaunchFields, LaunchRepository } from "@/lib/contract/dashboard/launch-fields";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { environmentOption, machineOption, poolOption, uniqueByValue } from "./environment-options";
import { InlineField, useLaunchForm } from "./launch-context";
import { modelOptions, typedModel } from "./model-options";
import { programOption, useUnreadyPrograms } from "./program-setup";
import { noRepository, typedRepository } from "./repository-options";

/** Changes the first repository, which the chips show. */
function useFirstRepository(row: LaunchRepository) {
  const { fields, change } = useLaunchForm();
  return (changes: Partial<LaunchRepository>) =>
    change({ repositories: [{ ...row, ...changes }, ...fields.repositories.slice(1)] });
}

export function RepositoryChip({ row }: { row: LaunchRepository }) {
  const listed = useQuery(repositoriesQuery(callProxy));
  const change = useFirstRepository(row);
  return (
    <InlineField at={`${row.id}.url`} label="Repository">
      {(control) => (
        <Combobox
          control={control}
          icon={<FolderGit2 aria-hidden />}
          name="Repositories"
          value={row.url}
          options={[
            noRepository,
            ...(listed.data?.items ?? []).map(({ url }) => ({ value: url, label: repositoryName(url), detail: url })),
          ]}
          // A branch of the previous repository may not exist in the next one.
          onChange={(url) => change({ url, startingRef: "" })}
          placeholder="No repository"
          free={typedRepository}
          empty={listed.isPending ? "Loading…" : "No matching repositories. You can enter a full URL."}
        />
      )}
    </InlineField>
  );
}

const defaultBranch: ComboboxOption = { value: "", label: "Default branch" };
const typedReference = (text: string): ComboboxOption | undefined =>
  text === "" ? undefined : { value: text, label: text, detail: "Use this branch, tag, or commit" };

export function ReferenceChip({ row }: { row: LaunchRepository }) {
  const listed = useQuery(repositoriesQuery(callProxy));
  const change = useFirstRepository(row);
  // A repository on another host may have the same owner and name.
  const isListed = listed.data?.items.some(({ url }) => url === row.url) ?? false;
  return (
    <InlineField at={`${row.id}.startingRef`} label="Reference">
      {(control) => (
        <BranchCombobox
          control={control}
          icon={<GitBranch aria-hidden />}
          name="References"
          repository={isListed ? parseRepositoryName(row.url) : undefined}
          first={defaultBranch}
          value={row.startingRef}
          onChange={(startingRef) => change({ startingRef })}
          placeholder="Default branch"
          free={typedReference}
        />
      )}
    </InlineField>
  );
}

const defaultModel: ComboboxOption = {
  value: "",
  label: "Default model",
  detail: "Your default, then the team's, then the service's",
};

interface ModelChipProps {
  models: UseQueryResult<{ items: ModelEntry[] }>;
  canSetUp: boolean;
}

export function ModelChip({ models, canSetUp }: ModelChipProps) {
  const { fields, change } = useLaunchForm();
  const unready = useUnreadyPrograms(canSetUp);
  return (
    <InlineField at="model" label="Model">
      {(control) => (
        <Combobox
          control={control}
          icon={<Bot aria-hidden />}
          name="Models"
          value={fields.model}
          options={[defaultModel, ...modelOptions(models.data?.items ?? []), ...unready.map(programOption)]}
          onChange={(model) => change({ model, params: {} })}
          placeholder="Default model"
          free={typedModel}
          empty={models.isPending ? "Loading…" : "No matching models."}
        />
      )}
    </InlineField>
  );
}

const clouds: readonly ComboboxOption[] = [
  { value: "", label: "Default environment", detail: "The service's machines" },
  { value: "cloud:", label: "Cloud" },
];
const withTarget = (target: LaunchFields["target"]) => (option: ComboboxOption) => ({
  ...option,
  value: `${target}:${option.value}`,
});

/** Environments, pools and machines by name. Other names are typed in the advanced options. */
export function WhereChip() {
  const { fields, change } = useLaunchForm();
  const { target, targetName } = fields;
  const environments = useQuery(environmentOptionsQuery(callProxy));
  const pools = useQuery(poolOptionsQuery(callProxy));
  const machines = useQuery(machineOptionsQuery(callProxy));
  const value = target === "default" ? "" : `${target}:${targetName}`;
  const options = [
    ...clouds,
    ...(environments.data?.environments ?? []).map(environmentOption).map(withTarget("cloud")),
    ...uniqueByValue((pools.data?.pools ?? []).map(poolOption)).map(withTarget("pool")),
    ...uniqueByValue((machines.data?.workers ?? []).map(machineOption)).map(withTarget("machine")),
  ];
  const chosen = options.some((option) => option.value === value)
    ? []
    : [{ value, label: targetName || `Default ${target}`, detail: target }];
  return (
    <InlineField at="where" label="Run on">
      {(control) => (
        <Combobox
          control={control}
          icon={<Server aria-hidden />}
          name="Environments"
          value={value}
          options={[...options, ...chosen]}
          onChange={(next) => {
            const known = ["cloud", "pool", "machine"] as const;
            const kind = known.find((each) => next.startsWith(`${each}:`));
            change({ target: kind ?? "default", targetName: kind ? next.slice(kind.length + 1) : "" });
          }}
          placeholder="Default environment"
          empty="No matching environments, pools or machines."
        />
      )}
    </InlineField>
  );
}
