import { and, eq, sql } from "drizzle-orm";
import { removeInstalled } from "@/runner/programs/install-program";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import type { Context } from "../core/context";
import { agentPrograms } from "../core/store/tables/agent-programs";
import type { ProgramRow } from "./program-rows";
import { resultValues, runCheck } from "./run-check";

export type ProgramUpdate = NonNullable<ProgramRow["update"]>;

/** Deletes versions that no agent uses. Runs of versions before the last update ended with the Slipway that started them. */
async function removeUnused({ db, settings }: Context, preset: string, version: string): Promise<void> {
  const used = await db
    .select({ version: agentPrograms.version })
    .from(agentPrograms)
    .where(eq(agentPrograms.preset, preset));
  await removeInstalled(settings.dataDir, preset, [version, ...used.flatMap((row) => row.version ?? [])]);
}

/**
 * Installs a version of a program next to the one in use, tests it, and switches to it. A program that works isn't
 * replaced by a version that isn't ready. Active runs keep the files they started with.
 */
export async function runUpdate(
  context: Context & WithSandbox,
  row: ProgramRow,
  update: ProgramUpdate,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log } = context;
  const { version } = update;
  const updated = { ...row, version };
  /** Stores values unless the program was changed, tested or removed meanwhile. */
  const store = async (values: Partial<ProgramRow>) => {
    const same = and(eq(agentPrograms.name, row.name), sql`${agentPrograms.update}->>'id' = ${update.id}`);
    await db.update(agentPrograms).set(values).where(same);
  };
  if (row.preset !== null) await removeUnused(context, row.preset, version);
  const testing = (detail: string) => store({ update: { ...update, status: "testing", detail } });
  const result = await runCheck(context, updated, { signal, testing });
  if (!result) return;
  const works = result.status === "ready" || (row.status !== "ready" && result.status !== "failed");
  if (!works) {
    return store({ update: { ...update, status: "failed", detail: result.detail, at: clock.now() } });
  }
  const switched = { version, update: null, testId: null, updatedAt: clock.now() };
  await store({ ...resultValues(context, updated, result), ...switched });
  log.info({ program: row.name, version }, "updated an agent program");
}
