import { callPath } from "@/lib/contract/client-path";
import type { AutomationBody, SavedAutomation } from "@/lib/contract/dashboard/automations/automation";
import { maxAutomations } from "@/lib/contract/dashboard/automations/automation-values";
import { getRepo } from "@/lib/contract/hosting/repositories/get-repo";
import { scheduleProblem } from "@/lib/model/automations/schedule";
import { templateProblem } from "@/lib/model/automations/template";
import type { User } from "@/lib/server/auth/session-reader";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { variableParts } from "@/lib/server/variables/dashboard-variables";
import { readUsable } from "@/lib/server/variables/launch-variables";

const invalid = (field: string, problem: string) =>
  new OperationError({ status: 400, code: "validation_error", message: `${field}: ${problem}`, field });

/** The response to a saved automation. Only a session gets the secret of a new webhook, because it outlives an API token. */
export const savedAutomation = (id: string, secret: string | undefined, { token }: User): SavedAutomation => ({
  id,
  ...(secret === undefined || token ? {} : { secret }),
});

/** Rejects what the schema can't check: schedules, templates, and what the user can't use. */
export async function checkAutomation({ trigger, prompt, launch }: AutomationBody, user: User): Promise<void> {
  if (trigger.kind === "schedule") {
    const problem = scheduleProblem(trigger, dashboardService().clock.now());
    if (problem) throw invalid(`trigger.${problem.field}`, problem.message);
  }
  const problem = templateProblem(prompt, trigger);
  if (problem) throw invalid("prompt", problem);
  if (trigger.kind === "event") await checkRepository(trigger.repository, user);
  if (launch.savedVariables.length > 0) {
    const usable = await readUsable(await variableParts(), user, launch);
    const unusable = launch.savedVariables.find((id) => !usable.some((each) => each.id === id));
    if (unusable !== undefined) throw invalid("launch.savedVariables", `variable ${unusable} isn't available`);
  }
}

/** Rejects a repository that the user can't read. */
async function checkRepository(repository: string, user: User): Promise<void> {
  const [ownerSlug = "", repoName = ""] = repository.split("/");
  const name = { ownerSlug, repoName };
  try {
    await callWith(dashboardService(), getRepo, { path: callPath(getRepo, name), acting: { user, ...name } });
  } catch (error) {
    if (!(error instanceof UpstreamError) || ![400, 403, 404].includes(error.status)) throw error;
    throw invalid("trigger.repository", "repository not found");
  }
}

export const nameTaken = () => invalid("name", "another automation has this name");

export const tooMany = () => {
  const message = `There are already ${maxAutomations.toLocaleString("en")} automations. Delete one and try again.`;
  return new OperationError({ status: 409, code: "conflict", message });
};
