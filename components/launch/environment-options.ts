import type { ComboboxOption } from "@/components/ui/open-combobox";
import type { Pool } from "@/lib/contract/pools/pool";
import type { Worker } from "@/lib/contract/pools/worker";
import { counted } from "@/lib/model/plural";

export function poolOption({
  poolName,
  connectedWorkerCount,
  inUseWorkerCount,
  repoOwner,
  repoName,
}: Pool): ComboboxOption {
  const serves = repoOwner && repoName ? `${repoOwner}/${repoName}` : "any repository";
  return {
    value: poolName,
    label: poolName,
    detail: `${connectedWorkerCount - inUseWorkerCount} of ${counted(connectedWorkerCount, "worker")} idle · ${serves}`,
  };
}

export function environmentOption({ name, repositories }: { name: string; repositories: number }): ComboboxOption {
  return { value: name, label: name, detail: counted(repositories, "repository", "repositories") };
}

export function machineOption({ name, workerId, isInUse }: Worker): ComboboxOption {
  return { value: name ?? workerId, label: name ?? workerId, detail: isInUse ? "in use" : "idle" };
}

/** One option per name: several workers on a machine share a name. */
export function uniqueByValue(options: readonly ComboboxOption[]): ComboboxOption[] {
  return [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed();
}
