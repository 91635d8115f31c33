import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import { emptyFields, repositoryRow } from "./empty-fields";

/** Number of advanced options that differ from their defaults. */
export function advancedCount(fields: LaunchFields): number {
  const { repositories, variables, mcpServers, subagents } = fields;
  return [
    repositories.length > 1,
    repositories[0]?.from === "pull",
    fields.mode === "plan",
    fields.workOnCurrentBranch,
    fields.autoCreatePR && fields.skipReviewerRequest,
    fields.name.trim() !== "",
    variables.length > 0,
    mcpServers.length > 0,
    subagents.length > 0,
  ].filter(Boolean).length;
}

/** True for controls in the advanced options, which must be open to show a problem. */
export function isAdvancedControl(control: string, { repositories: [first], images }: LaunchFields): boolean {
  const shown = [
    "form",
    "savedVariables",
    "batch",
    "prompt",
    "images",
    "model",
    `${first?.id}.url`,
    `${first?.id}.startingRef`,
  ];
  return !shown.includes(control) && !control.startsWith("param.") && !images.some(({ id }) => id === control);
}

/** What the next launch starts with: the repository, model, environment and delivery of the last one. */
export function rememberedFields({ repositories: [first], ...fields }: LaunchFields): LaunchFields {
  const { model, params, target, targetName, autoCreatePR } = fields;
  const repositories = [repositoryRow({ id: "first", url: first?.url ?? "" })];
  return { ...emptyFields, repositories, model, params, target, targetName, autoCreatePR };
}
