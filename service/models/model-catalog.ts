import { asc, eq } from "drizzle-orm";
import type { AgentProgramOffer } from "@/lib/contract/admin/agent-programs/agent-program";
import type { ModelEntry, ModelSelection } from "@/lib/contract/agents/model";
import { RunFailure } from "@/runner/limits/run-failure";
import { programCommand, programProfile } from "@/runner/programs/program";
import { agentCommands, programOf, scriptModel } from "@/runner/run/agent-commands";
import type { AgentProfile } from "@/runner/run/run-spec";
import { displayName, findRowPreset, type ProgramRow, programOfRow } from "../agent-programs/program-rows";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import type { Principal } from "../core/principal";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { users } from "../core/store/tables/users";

/** A validated model selection. */
export interface ResolvedModel {
  id: string;
  params: { id: string; value: string }[];
}

/** The models a caller can launch, at one moment. */
export interface Models {
  /** Entries of `GET /v1/models`. */
  entries: readonly ModelEntry[];
  /**
   * Resolves a selection by id or alias; without one, the first of `defaults` that exists. Throws 400 `invalid_model` for
   * an unknown model or parameter, with its path below `field`.
   */
  resolve(selection: ModelSelection | undefined, defaults: readonly (string | null)[], field?: string): ResolvedModel;
}

export interface ModelCatalog {
  /** Reads the models that a caller can launch. Without a caller, those that everyone can. */
  read(caller?: Principal, actingFor?: string | null): Promise<Models>;
  /** Throws 403 `agent_program_forbidden` if the caller can't use the model's agent. */
  requireAccess(modelId: string, caller: Principal, actingFor?: string | null): Promise<void>;
  /** Returns what runs a model. Throws when the model is no longer configured. */
  program(modelId: string): Promise<{ command: readonly string[]; agent?: AgentProfile }>;
}

export interface WithCatalog {
  catalog: ModelCatalog;
}

const scriptEntry: ModelEntry = {
  id: scriptModel,
  displayName: "Script agent",
  description:
    "Built in. Runs the sh, file and diff blocks in your prompt; without any, it searches the repository. No model is involved.",
  aliases: ["script-agent"],
  variants: [{ params: [], displayName: "Script agent", isDefault: true }],
};

function entry(
  id: string,
  name: string,
  rest: Pick<ModelEntry, "description" | "parameters" | "commands"> = {},
): ModelEntry {
  return { id, displayName: name, ...rest, variants: [{ params: [], displayName: name, isDefault: true }] };
}

const choices = (listed: readonly { id: string; name: string }[]) =>
  listed.map(({ id, name }) => ({ value: id, displayName: name }));

function extrasOf({ options, commands = [] }: AgentProgramOffer): Pick<ModelEntry, "parameters" | "commands"> {
  const offered = commands.length > 0 ? { commands } : {};
  if (options.length === 0) return offered;
  return {
    ...offered,
    parameters: options.map(({ id, name, values }) => ({ id, displayName: name, values: choices(values) })),
  };
}

/** A program and its models, `<name>/<model>`. */
function entriesOf(row: ProgramRow): ModelEntry[] {
  const name = displayName(row);
  if (!row.offer) return [entry(row.name, name)];
  const extras = extrasOf(row.offer);
  const models = row.offer.models.map((model) => {
    const description = model.description ? { description: model.description } : {};
    return entry(`${row.name}/${model.id}`, `${name}: ${model.name}`, { ...description, ...extras });
  });
  return [entry(row.name, name, extras), ...models];
}

/** Why a program can't be launched, with who can change that. */
function unavailable(row: ProgramRow): string {
  if (!row.enabled) return `Agent '${row.name}' is disabled. An admin can enable it in Settings → Agents`;
  if (row.status === "needs_key") return `Agent '${row.name}' needs a key. An admin can add it in Settings → Agents`;
  if (row.status === "needs_login")
    return `Agent '${row.name}' needs a login. An admin can set it up in Settings → Agents`;
  if (row.status === "failed") return `Agent '${row.name}' failed its test. An admin can see why in Settings → Agents`;
  return `Agent '${row.name}' is being set up. Try again in a minute`;
}

/** Who launches an agent. `everything`: a team admin who acts for no one else. */
interface Launcher {
  email?: string | undefined;
  everything: boolean;
}

const isPermitted = ({ users: only }: ProgramRow, { email, everything }: Launcher) =>
  only === null || everything || (email !== undefined && only.includes(email));

/** A program that was ready stays available while it is tested again. */
function isAvailable({ enabled, status, offer }: ProgramRow): boolean {
  return enabled && (status === "ready" || (status === "testing" && offer !== null));
}

const forbidden = (name: string) =>
  `You don't have access to agent '${name}'. An admin can add you in Settings → Agents`;

/** `others`: programs that the caller can't use. */
function createModels(
  fixed: readonly ModelEntry[],
  rows: readonly ProgramRow[],
  others: readonly ProgramRow[],
): Models {
  const entries = [...fixed, ...rows.filter(isAvailable).flatMap(entriesOf)];
  const find = (name: string) => entries.find((each) => each.id === name || each.aliases?.includes(name));
  return {
    entries,
    resolve(selection, defaults, field = "model") {
      if (!selection) {
        const chosen = defaults.map((name) => name && find(name)).find((each) => each) || scriptEntry;
        return { id: chosen.id, params: [] };
      }
      const found = find(selection.id);
      if (!found) {
        const at = `${field}.id`;
        const row = rows.find(({ name }) => name === programOf(selection.id));
        const other = others.find(({ name }) => name === programOf(selection.id));
        if (other) throw apiError.agents(403, "agent_program_forbidden", `${at}: ${forbidden(other.name)}`, at);
        const reason = row && !isAvailable(row) ? unavailable(row) : `Model '${selection.id}' is not available`;
        throw apiError.agents(400, "invalid_model", `${at}: ${reason}`, at);
      }
      for (const [index, { id, value }] of (selection.params ?? []).entries()) {
        const parameter = found.parameters?.find((known) => known.id === id);
        if (!parameter?.values.some((known) => known.value === value)) {
          const at = `${field}.params.${index}`;
          throw apiError.agents(400, "invalid_model", `${at}: Model '${found.id}' doesn't support ${id}=${value}`, at);
        }
      }
      return { id: found.id, params: selection.params ?? [] };
    },
  };
}

/**
 * Creates the catalog: the built-in script agent, the agents in `AGENTS`, and those of the registry, read each time so
 * that changes take effect at once on every service. An agent in `AGENTS` replaces one of the same name.
 */
export function createCatalog(context: Pick<Context, "settings" | "db" | "cipher">): ModelCatalog {
  const { settings, db } = context;
  const fixedCommands = agentCommands(settings);
  const configured = Object.entries(settings.agents).map(
    ([id, { command: _, hosts: _hosts, ...shown }]): ModelEntry => {
      const name = shown.displayName ?? id;
      return { ...entry(id, name), ...shown, displayName: name };
    },
  );
  const fixed = [scriptEntry, ...configured];
  const taken = new Set(fixed.flatMap(({ id, aliases = [] }) => [id, ...aliases]));

  /** Only team admins, such as the dashboard, can act for another user: they can launch everything themselves. */
  async function launcherOf(caller: Principal | undefined, actingFor: string | null | undefined): Promise<Launcher> {
    if (!caller || !("userId" in caller)) return { everything: false };
    const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
    if (user?.isTeamAdmin) {
      return actingFor ? { email: actingFor.trim().toLowerCase(), everything: false } : { everything: true };
    }
    return { email: user?.email.toLowerCase(), everything: false };
  }

  return {
    async read(caller, actingFor) {
      const rows = await db.select().from(agentPrograms).orderBy(asc(agentPrograms.createdAt), asc(agentPrograms.name));
      const launcher = rows.some((row) => row.users) ? await launcherOf(caller, actingFor) : { everything: false };
      const known = rows.filter((row) => !taken.has(row.name));
      const permitted = known.filter((row) => isPermitted(row, launcher));
      return createModels(
        fixed,
        permitted,
        known.filter((row) => !permitted.includes(row)),
      );
    },
    async requireAccess(modelId, caller, actingFor) {
      const name = programOf(modelId);
      if (fixedCommands.has(name)) return;
      const [row] = await db.select().from(agentPrograms).where(eq(agentPrograms.name, name));
      if (!row?.users || isPermitted(row, await launcherOf(caller, actingFor))) return;
      throw apiError.agents(403, "agent_program_forbidden", forbidden(name));
    },
    async program(modelId) {
      const name = programOf(modelId);
      const command = fixedCommands.get(name);
      if (command) return { command };
      const [row] = await db.select().from(agentPrograms).where(eq(agentPrograms.name, name));
      if (!row || (row.preset !== null && !findRowPreset(row))) {
        throw new RunFailure("invalid_model", `Model ${modelId} is no longer configured`);
      }
      if (!isAvailable(row)) throw new RunFailure("invalid_model", unavailable(row));
      const program = programOfRow(context, row);
      const model = modelId === name ? (row.defaultModel ?? undefined) : modelId.slice(name.length + 1);
      const profile = { ...programProfile(program, model), options: row.defaultOptions };
      return { command: programCommand(program, settings.dataDir), agent: profile };
    },
  };
}
