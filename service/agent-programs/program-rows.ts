import { eq } from "drizzle-orm";
import { z } from "zod";
import type { AgentProgram } from "@/lib/contract/admin/agent-program";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { apiError } from "../core/http/api-error";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { type AgentPreset, findPreset } from "../runner/programs/presets";
import type { Program } from "../runner/programs/program";

export type ProgramRow = typeof agentPrograms.$inferSelect;

/** An installation or test that takes longer was interrupted, such as by a restart. */
const interruptedAfterMs = 15 * 60_000;

const Secrets = z.record(z.string(), z.string());

export function storedVariables({ cipher }: Pick<Context, "cipher">, row: Pick<ProgramRow, "secrets">) {
  return Secrets.parse(cipher.open(row.secrets));
}

/** Returns the program that a row configures, with its decrypted variables. */
export function programOfRow(context: Pick<Context, "cipher">, row: ProgramRow): Program {
  return { preset: row.preset, command: row.command, env: storedVariables(context, row) };
}

export function presetOf({ preset }: Pick<ProgramRow, "preset">): AgentPreset | undefined {
  return preset === null ? undefined : findPreset(preset);
}

export const displayName = (row: Pick<ProgramRow, "name" | "preset">) => {
  const preset = presetOf(row);
  return preset && row.preset === row.name ? preset.displayName : row.name;
};

function statusOf({ status, detail, updatedAt }: ProgramRow, now: number): Pick<AgentProgram, "status" | "detail"> {
  const interrupted = (status === "installing" || status === "testing") && now - updatedAt > interruptedAfterMs;
  return interrupted
    ? { status: "failed", detail: "The test was interrupted. Test the agent again." }
    : { status, detail };
}

/** The API's form of a program. Values of variables aren't in it. */
export function programBody(context: Pick<Context, "cipher" | "clock" | "settings">, row: ProgramRow): AgentProgram {
  const { name, preset, version, command, enabled, defaultModel, users, checkedAt, offer } = row;
  return {
    name,
    displayName: displayName(row),
    preset,
    version,
    command,
    variables: Object.keys(storedVariables(context, row)).sort(),
    keys: [...(presetOf(row)?.keys ?? [])],
    enabled,
    defaultModel,
    users,
    ...statusOf(row, context.clock.now()),
    checkedAt: checkedAt === null ? null : isoTime(checkedAt),
    offer,
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
