import { eq } from "drizzle-orm";
import { z } from "zod";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { isoTime } from "@/lib/core/clock";
import { type AgentPreset, findPreset } from "@/runner/programs/presets";
import type { Program } from "@/runner/programs/program";
import type { ProgramLogin } from "@/runner/workspace/login-files";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { agentPrograms } from "../core/store/tables/agent-programs";
import type { WithProgramLogins } from "./with-program-logins";

export type ProgramRow = typeof agentPrograms.$inferSelect;

/** An installation or test that takes longer was interrupted, such as by a restart. */
const interruptedAfterMs = 15 * 60_000;

const Secrets = z.record(z.string(), z.string());
const Login = z.object({ id: z.string(), files: z.record(z.string(), z.string()) });

export function storedVariables({ cipher }: Pick<Context, "cipher">, row: Pick<ProgramRow, "secrets">) {
  return Secrets.parse(cipher.open(row.secrets));
}

/** Returns the program that a row configures, with its decrypted variables. */
export function programOfRow(context: Pick<Context, "cipher">, row: ProgramRow): Program {
  const login = storedLogin(context, row);
  return { preset: row.preset, version: row.version, command: row.command, env: storedVariables(context, row), login };
}

/** Returns the decrypted login of a program, if it has one. */
export function storedLogin(
  { cipher }: Pick<Context, "cipher">,
  { login }: Pick<ProgramRow, "login">,
): ProgramLogin | undefined {
  return login === null ? undefined : Login.parse(cipher.open(login));
}

export function findRowPreset({ preset }: Pick<ProgramRow, "preset">): AgentPreset | undefined {
  return preset === null ? undefined : findPreset(preset);
}

export const displayName = (row: Pick<ProgramRow, "name" | "preset">) => {
  const preset = findRowPreset(row);
  return preset && row.preset === row.name ? preset.displayName : row.name;
};

/** The version of a program's preset, if the program uses another one. */
function availableVersion(row: Pick<ProgramRow, "preset" | "version">): string | null {
  const version = findRowPreset(row)?.version;
  return version === undefined || version === row.version ? null : version;
}

function updateOf({ update }: ProgramRow, now: number): AgentProgram["update"] {
  if (update === null) return null;
  const { version, status, detail, at } = update;
  return status !== "failed" && now - at > interruptedAfterMs
    ? { version, status: "failed", detail: "The update was interrupted. Start it again." }
    : { version, status, detail };
}

function statusOf({ status, detail, updatedAt }: ProgramRow, now: number): Pick<AgentProgram, "status" | "detail"> {
  const interrupted = (status === "installing" || status === "testing") && now - updatedAt > interruptedAfterMs;
  return interrupted
    ? { status: "failed", detail: "The test was interrupted. Test the agent again." }
    : { status, detail };
}

/** The API's form of a program. Values of variables aren't in it. */
export function programBody(
  context: Pick<Context, "cipher" | "clock" | "settings"> & WithProgramLogins,
  row: ProgramRow,
): AgentProgram {
  const { loggedInAt, loginMethods } = row;
  const { name, preset, version, command, enabled, defaultModel, defaultOptions, users, checkedAt, offer } = row;
  return {
    name,
    displayName: displayName(row),
    preset,
    version,
    availableVersion: availableVersion(row),
    update: updateOf(row, context.clock.now()),
    command,
    variables: Object.keys(storedVariables(context, row)).sort(),
    keys: [...(findRowPreset(row)?.keys ?? [])],
    enabled,
    defaultModel,
    defaultOptions,
    users,
    ...statusOf(row, context.clock.now()),
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
    offer,
    loginMethods,
    loggedInAt: loggedInAt === null ? null : isoTime(loggedInAt),
    loginProgress: context.programLogins.progress(name),
    overridden: name in context.settings.agents,
  };
}

/** Returns a program by name. Throws 404 `agent_program_not_found`. */
export async function findProgram({ db }: Pick<Context, "db">, name: string): Promise<ProgramRow> {
  const [row] = await db.select().from(agentPrograms).where(eq(agentPrograms.name, name));
  if (!row) throw apiError.agents(404, "agent_program_not_found", `Agent program ${name} not found`);
  return row;
}

/** Throws 400 unless all emails belong to users. Returns them as stored. */
export function storedUsers(users: readonly string[] | null): string[] | null {
  return users && [...new Set(users.map((email) => email.trim().toLowerCase()))];
}
