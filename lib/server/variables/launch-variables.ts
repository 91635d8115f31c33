import { z } from "zod";
import type { CreateAgentBody } from "@/lib/contract/agents/create-agent";
import { maxSavedVariables } from "@/lib/contract/dashboard/saved-variable";
import { noSavedVariables, savedVariablesHeader } from "@/lib/contract/saved-variables-header";
import { addedVariables, type LaunchTarget, usableVariables } from "@/lib/model/variables/resolve";
import type { User } from "@/lib/server/auth/session-reader";
import { type SavedVariableRow, variablesFor } from "@/lib/server/db/saved-variables";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import type { VariableParts } from "./dashboard-variables";
import { repositoryAccessByUrl } from "./repository-access";
import { openValue } from "./variable-value";

type Actor = Pick<User, "id" | "email" | "name" | "role">;
type Candidate = SavedVariableRow & { repositoryKey: string | undefined };

/** The parts of a launch that decide which variables it can use. */
export type LaunchScope = Pick<CreateAgentBody, "repos" | "model" | "env">;

/** The saved variables that a user's launch can use. Those of repositories that they can't push to are omitted. */
export async function readUsable(
  { store, service }: VariableParts,
  user: Actor,
  { repos = [], model, env }: LaunchScope,
): Promise<Candidate[]> {
  const rows = await variablesFor(store, user.id);
  const hasRepositories = rows.some(({ scope }) => scope === "repository");
  const accesses = await Promise.all(
    hasRepositories ? repos.map(({ url }) => repositoryAccessByUrl(service, user, url)) : [],
  );
  const launch: LaunchTarget = {
    repositories: accesses.filter(({ canUse }) => canUse).map(({ key }) => key),
    model: model?.id,
    pool: env?.type === "pool" ? (env.name ?? "default") : undefined,
  };
  const candidates = rows.map((row) => ({
    ...row,
    repositoryKey: row.scope === "repository" ? row.owner : undefined,
  }));
  return usableVariables(candidates, launch);
}

function reject(field: string, problem: string): never {
  throw new OperationError({ status: 400, code: "validation_error", message: `${field}: ${problem}`, field });
}

const Ids = z.array(z.uuid()).max(maxSavedVariables);

/** The variables that the header chooses; `undefined` if it declines all. */
function chosenIds(header: string | null): Set<string> | undefined {
  if (header === noSavedVariables) return undefined;
  const ids = Ids.safeParse(
    (header ?? "")
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  );
  if (!ids.success)
    reject(savedVariablesHeader, `must be ${noSavedVariables}, or at most ${maxSavedVariables} variable ids`);
  return new Set(ids.data);
}

async function readValue({ secret, log }: VariableParts, { id, name, sealed }: SavedVariableRow): Promise<string> {
  try {
    return await openValue(sealed, await secret());
  } catch (error) {
    log.error({ err: error, variable: id }, "couldn't decrypt a saved variable");
    const message = `Couldn't decrypt the saved variable ${name}. Save its value again. The agent wasn't launched.`;
    throw new OperationError({ status: 409, code: "variable_unreadable", message });
  }
}

/** What an audit entry calls a variable. */
export const variableLabel = ({ scope, repository, name }: Pick<SavedVariableRow, "scope" | "repository" | "name">) =>
  `${repository ?? scope}: ${name}`;

/** The saved variables of a launch. */
export interface LaunchVariables {
  envVars: Record<string, string>;
  rows: SavedVariableRow[];
}

/**
 * The saved variables to add to a launch, with values; secrets among them are masked from now on. `undefined`: none. Throws
 * {@link OperationError} if the user can't use a chosen one, or if they don't fit the request.
 */
export async function launchVariables(
  parts: VariableParts,
  user: Actor,
  { body, header }: { body: Pick<CreateAgentBody, "envVars" | "agentId"> & LaunchScope; header: string | null },
): Promise<LaunchVariables | undefined> {
  const chosen = chosenIds(header);
  if (!chosen) return undefined;
  const usable = await readUsable(parts, user, body);
  const unusable = [...chosen].find((id) => !usable.some((each) => each.id === id));
  if (unusable !== undefined) reject(savedVariablesHeader, `variable ${unusable} isn't available for this launch`);
  const typed = new Set(Object.keys(body.envVars ?? {}));
  const rows = addedVariables(usable, { chosen, typed });
  if (rows.length === 0) return undefined;
  if (body.agentId !== undefined) {
    const names = rows.map(({ name }) => name).join(", ");
    reject("agentId", `can't be combined with saved variables (${names}). Omit it or decline them.`);
  }
  if (rows.length + typed.size > maxSavedVariables) {
    reject("envVars", `must contain at most ${maxSavedVariables} variables, including ${rows.length} saved ones`);
  }
  const opened = await Promise.all(rows.map(async (row) => ({ ...row, value: await readValue(parts, row) })));
  parts.service.secrets?.remember(opened.flatMap(({ kind, value }) => (kind === "secret" ? [value] : [])));
  return { envVars: Object.fromEntries(opened.map(({ name, value }) => [name, value])), rows };
}
