"use client";

import { useQuery } from "@tanstack/react-query";
import {
  environmentOptionsQuery,
  machineOptionsQuery,
  poolOptionsQuery,
} from "@/components/launch-options/launch-option-queries";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/open-combobox";
import { Segmented } from "@/components/ui/segmented";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { Pool } from "@/lib/contract/pools/pool";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import { counted } from "@/lib/model/plural";
import { environmentOption, machineOption, poolOption, uniqueByValue } from "./environment-options";
import { FormGroup, LaunchField, useLaunchForm } from "./launch-context";

type Target = LaunchFields["target"];

const targets: readonly { value: Target; label: string }[] = [
  { value: "default", label: "Default" },
  { value: "cloud", label: "Cloud" },
  { value: "pool", label: "Pool" },
  { value: "machine", label: "Machine" },
];

const labels: Readonly<Record<Target, { label: string; hint: string; placeholder: string; empty: string }>> = {
  default: { label: "", hint: "", placeholder: "", empty: "" },
  cloud: {
    label: "Environment name",
    hint: "A named cloud environment includes its repositories. Leave empty for the default environment.",
    placeholder: "Default environment",
    empty: "No matching environments. Enter a name.",
  },
  pool: { label: "Pool name", hint: "", placeholder: "Choose a pool", empty: "No pools yet. Enter a pool name." },
  machine: {
    label: "Machine name",
    hint: "The name the worker was started with.",
    placeholder: "Choose a machine",
    empty: "No machines connected. Enter a machine name.",
  },
};

const defaultEnvironment: ComboboxOption = { value: "", label: "Default environment" };

const asName = (text: string): ComboboxOption | undefined =>
  text === "" ? undefined : { value: text, label: text, detail: "Use this name" };

/** What to expect of the chosen pool. */
function poolHint(name: string, pools: readonly Pool[] | undefined): string {
  const pool = name || "default";
  if (!pools) return "";
  const named = pools.filter(({ poolName }) => poolName === pool);
  const workers = named.reduce((sum, { connectedWorkerCount }) => sum + connectedWorkerCount, 0);
  if (workers > 0) return `${pool} · ${counted(workers, "worker")} connected`;
  if (named.length > 0) return `${pool} · no worker connected. The agent waits until one joins.`;
  const unnamed = name === "" ? "Choose a pool. No pool is named default." : "";
  return unnamed || `No pool named ${pool} yet. The agent waits until a worker registers it.`;
}

export function EnvironmentSection() {
  const { fields, change } = useLaunchForm();
  const { target, targetName } = fields;
  const { label, hint, placeholder, empty } = labels[target];
  const environments = useQuery({ ...environmentOptionsQuery(callProxy), enabled: target === "cloud" });
  const pools = useQuery({ ...poolOptionsQuery(callProxy), enabled: target === "pool" });
  const machines = useQuery({ ...machineOptionsQuery(callProxy), enabled: target === "machine" });
  const choices = {
    default: { options: [], error: null },
    cloud: {
      options: [defaultEnvironment, ...(environments.data?.environments ?? []).map(environmentOption)],
      error: environments.error,
    },
    pool: { options: uniqueByValue((pools.data?.pools ?? []).map(poolOption)), error: pools.error },
    machine: { options: uniqueByValue((machines.data?.workers ?? []).map(machineOption)), error: machines.error },
  } satisfies Record<Target, { options: ComboboxOption[]; error: Error | null }>;
  const { options, error: failed } = choices[target];
  const problem = failed ? `Couldn't load names: ${failed.message} Enter one instead.` : undefined;
  const singleRepository = target === "machine" || (target === "pool" && ["", "default"].includes(targetName.trim()));
  return (
    <FormGroup title="Environment">
      <div data-control="target">
        <Segmented
          label="Environment"
          value={target}
          options={targets}
          onChange={(next) => change({ target: next, targetName: "" })}
        />
      </div>
      {target === "default" ? (
        <p className="text-muted-foreground text-xs">Runs on the service&apos;s machines.</p>
      ) : (
        <LaunchField
          at="targetName"
          label={label}
          optional={target !== "machine"}
          hint={problem ?? (target === "pool" ? poolHint(targetName.trim(), pools.data?.pools) : hint)}
          className="max-w-sm"
        >
          {(control) => (
            <Combobox
              control={control}
              name={label}
              value={targetName}
              options={options}
              onChange={(name) => change({ targetName: name })}
              placeholder={placeholder}
              free={asName}
              empty={empty}
            />
          )}
        </LaunchField>
      )}
      {singleRepository && filledRepositories(fields).length > 1 ? (
        <p className="text-warning text-xs">Machines and the default pool support only one repository.</p>
      ) : null}
    </FormGroup>
  );
}
