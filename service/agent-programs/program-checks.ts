import { and, eq } from "drizzle-orm";
import { isInstalled } from "@/runner/programs/install-program";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import type { Context } from "../core/context";
import { agentPrograms } from "../core/store/tables/agent-programs";
import type { ProgramRow } from "./program-rows";
import { resultValues, rowPreset, runCheck } from "./run-check";
import { runUpdate } from "./run-update";

/** Installs and tests programs in the background. */
export interface ProgramChecks {
  /**
   * Starts a test, after the installation if needed. A test in progress loses its result, and an update is canceled.
   * Returns the changed row.
   */
  start(row: ProgramRow): Promise<ProgramRow>;
  /** Starts an update to a version of the preset's package. Returns the changed row. */
  update(row: ProgramRow, version: string): Promise<ProgramRow>;
  /** Cancels the test or update in progress. */
  cancel(name: string): void;
  /** Cancels all. */
  close(): Promise<void>;
}

export interface WithProgramChecks {
  programChecks: ProgramChecks;
}

export function createProgramChecks(context: Context & WithSandbox): ProgramChecks {
  const { db, clock, ids, log, settings } = context;
  /** Tests and updates in progress, by program. */
  const running = new Map<string, AbortController>();
  const inProgress = new Set<Promise<void>>();

  function cancel(name: string): void {
    running.get(name)?.abort();
    running.delete(name);
  }

  /** Replaces the work in progress of a program. */
  function begin(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    cancel(name);
    const controller = new AbortController();
    running.set(name, controller);
    const tracked = work(controller.signal)
      .catch((error) => log.error({ err: error }, "couldn't store the test result of an agent program"))
      .finally(() => {
        inProgress.delete(tracked);
        if (running.get(name) === controller) running.delete(name);
      });
    inProgress.add(tracked);
  }

  /** Stores a result unless the program was changed or removed meanwhile. */
  async function store({ name, testId }: ProgramRow, values: Partial<ProgramRow>): Promise<void> {
    const same = and(eq(agentPrograms.name, name), eq(agentPrograms.testId, testId ?? ""));
    await db
      .update(agentPrograms)
      .set({ ...values, updatedAt: clock.now() })
      .where(same);
  }

  async function run(row: ProgramRow, signal: AbortSignal): Promise<void> {
    const version = rowPreset(row)?.version ?? null;
    const testing = (detail: string) => store(row, { status: "testing", detail, version });
    const result = await runCheck(context, row, { signal, testing });
    if (result) await store(row, resultValues(context, row, result));
  }

  return {
    async start(row) {
      const preset = rowPreset(row);
      const installs = row.preset !== null && preset && !isInstalled(settings.dataDir, row.preset, preset);
      const values = {
        testId: ids.uuid(),
        status: installs ? ("installing" as const) : ("testing" as const),
        detail: installs
          ? `Installing ${preset.package} ${preset.version}`
          : `Testing ${preset?.displayName ?? row.name}`,
        update: null,
        updatedAt: clock.now(),
      };
      await db.update(agentPrograms).set(values).where(eq(agentPrograms.name, row.name));
      const started = { ...row, ...values };
      begin(row.name, (signal) => run(started, signal));
      return started;
    },
    async update(row, version) {
      const detail = `Installing ${rowPreset(row)?.package} ${version}`;
      const update = { id: ids.uuid(), version, status: "installing" as const, detail, at: clock.now() };
      await db.update(agentPrograms).set({ update }).where(eq(agentPrograms.name, row.name));
      const started = { ...row, update };
      begin(row.name, (signal) => runUpdate(context, started, update, signal));
      return started;
    },
    cancel,
    async close() {
      for (const name of [...running.keys()]) cancel(name);
      await Promise.all(inProgress);
    },
  };
}
