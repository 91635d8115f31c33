import type { Batch } from "@/lib/contract/dashboard/batches/batch";
import { counted } from "../plural";

/** How far the launches of a batch are: `6 agents`, or `4 of 6 launched, 1 failed`. */
export function batchProgress({ members }: Pick<Batch, "members">): string {
  const count = (...states: Batch["members"][number]["state"][]) =>
    members.filter(({ state }) => states.includes(state)).length;
  const launched = count("launched");
  if (launched === members.length) return counted(members.length, "agent");
  const failed = count("failed", "uncertain");
  return `${launched} of ${members.length} launched${failed > 0 ? `, ${failed} failed` : ""}`;
}
