import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { filledRepositories } from "@/lib/model/launch/filled-repositories";
import type { PlannedMember } from "./plan-batch";

/** The launch form of one agent of a batch, to launch it again alone. */
export function memberFields(fields: LaunchFields, { model, repository }: Omit<PlannedMember, "position" | "attempt">) {
  const row = repository === undefined ? undefined : filledRepositories(fields)[repository];
  return {
    ...fields,
    model: model?.id ?? "",
    params: Object.fromEntries((model?.params ?? []).map(({ id, value }) => [id, value])),
    repositories: row ? [row] : fields.repositories,
    batch: undefined,
  };
}
