import type { Settings } from "@/lib/core/settings/settings";
import { programOf } from "./agent-commands";
import type { RunEgress } from "./run-spec";

/**
 * What a run with a model can always connect to, and what its team allows, from the settings. `serviceUrls`: addresses of the
 * service itself.
 */
export function runEgress(
  { agents, egress }: Pick<Settings, "agents" | "egress">,
  model: string,
  serviceUrls: readonly string[],
): RunEgress {
  return { ...egress, required: [...serviceUrls, ...(agents[programOf(model)]?.hosts ?? [])] };
}
