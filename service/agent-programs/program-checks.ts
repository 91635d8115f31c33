import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { checkProgram, type ProgramCheck } from "../runner/programs/check-program";
import { installPreset, isInstalled } from "../runner/programs/install-program";
import { RunFailure } from "../runner/run-failure";
import type { WithSandbox } from "../runner/sandbox/sandbox";
import { type ProgramRow, presetOf, programOfRow } from "./program-rows";

/** Installs and tests programs in the background. */
export interface ProgramChecks {
  /** Starts a test, after the installation if needed. A test in progress loses its result. Returns the changed row. */
  start(row: ProgramRow): Promise<ProgramRow>;
  /** Cancels tests in progress. */
  close(): Promise<void>;
}

export interface WithProgramChecks {
  programChecks: ProgramChecks;
}

export function createProgramChecks(context: Context & WithSandbox): ProgramChecks {
  const { db, clock, ids, log, settings, sandbox } = context;
  const closing = new AbortController();
  const inProgress = new Set<Promise<void>>();

  /** Stores a result unless the program was changed or removed meanwhile. */
  async function store({ name, testId }: ProgramRow, values: Partial<ProgramRow>): Promise<void> {
    const same = and(eq(agentPrograms.name, name), eq(agentPrograms.testId, testId ?? ""));
    await db
      .update(agentPrograms)
      .set({ ...values, updatedAt: clock.now() })
      .where(same);
  }

  async function check(row: ProgramRow): Promise<ProgramCheck> {
    const { dataDir, egress } = settings;
    const preset = presetOf(row);
    if (row.preset !== null && preset) {
      await installPreset(dataDir, row.preset, preset, { signal: closing.signal, uniqueId: ids.uuid() });
      await store(row, { status: "testing", detail: `Testing ${preset.displayName}`, version: preset.version });
    }
    return checkProgram(row.name, programOfRow(context, row), { dataDir, sandbox, egress, clock, ids });
  }

  async function run(row: ProgramRow): Promise<void> {
    let result: ProgramCheck;
    try {
      result = await check(row);
    } catch (error) {
      if (closing.signal.aborted) return;
      const known = error instanceof RunFailure;
      if (!known) log.error({ err: error, program: row.name }, "couldn't test an agent program");
      const message = known
        ? error.message
        : "Internal error while testing the agent. See the service log for details.";
      const detail = message.charAt(0).toUpperCase() + message.slice(1);
      result = { status: "failed", detail, offer: undefined };
    }
    const { status, detail, offer = null } = result;
    await store(row, { status, detail, offer, checkedAt: clock.now() });
  }

  return {
    async start(row) {
      const preset = presetOf(row);
      const installs = row.preset !== null && preset && !isInstalled(settings.dataDir, row.preset, preset);
      const values = {
        testId: ids.uuid(),
        status: installs ? ("installing" as const) : ("testing" as const),
        detail: installs
          ? `Installing ${preset.package} ${preset.version}`
          : `Testing ${preset?.displayName ?? row.name}`,
        updatedAt: clock.now(),
      };
      await db.update(agentPrograms).set(values).where(eq(agentPrograms.name, row.name));
      const started = { ...row, ...values };
      const work = run(started).catch((error) =>
        log.error({ err: error }, "couldn't store the test of an agent program"),
      );
      inProgress.add(work);
      void work.finally(() => inProgress.delete(work));
      return started;
    },
    async close() {
      closing.abort();
      await Promise.all(inProgress);
    },
  };
}
