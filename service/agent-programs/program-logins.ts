import { eq } from "drizzle-orm";
import type { LoginProgress } from "@/lib/contract/admin/agent-programs/agent-program";
import { truncateText } from "@/lib/core/plain-text";
import { RunFailure } from "@/runner/limits/run-failure";
import { logIn } from "@/runner/program-setup/log-in";
import { findPreset } from "@/runner/programs/presets";
import { programCommand, programProfile } from "@/runner/programs/program";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import { LoginFailure } from "@/runner/workspace/login-failure";
import { writeHomeFiles } from "@/runner/workspace/write-home-files";
import type { Context } from "../core/context";
import { agentPrograms } from "../core/store/tables/agent-programs";
import { type ProgramRow, programOfRow } from "./program-rows";
import type { ProgramLogins } from "./with-program-logins";

interface Session {
  progress: LoginProgress;
  canceling: AbortController;
  enter: ((line: string) => void) | undefined;
}

const timeoutMs = 10 * 60_000;
const maxOutput = 8_000;
const maxLinks = 10;

const canceled = () => new LoginFailure("The login was canceled.");

export function createProgramLogins(context: Context & WithSandbox): ProgramLogins {
  const { db, clock, ids, log, settings, sandbox, cipher } = context;
  const sessions = new Map<string, Session>();
  const inProgress = new Set<Promise<void>>();

  function show({ progress }: Session, text: string): void {
    progress.output = (progress.output + text).slice(-maxOutput).toWellFormed();
  }

  /** Logs in with the program's variables except its keys, which would be used instead. */
  function filesOf(row: ProgramRow, session: Session, signal: AbortSignal) {
    const program = programOfRow(context, row);
    const preset = row.preset === null ? undefined : findPreset(row.preset);
    const env = Object.entries(program.env).filter(([name]) => !preset?.keys.includes(name));
    const profile = programProfile({ ...program, env: Object.fromEntries(env), login: undefined }, undefined);
    const required = [...(profile.endpoints ?? []), ...(preset?.loginHosts ?? [])];
    return logIn(
      { id: row.name, command: programCommand(program, settings.dataDir), env: profile.env },
      { methodId: session.progress.methodId, only: preset?.loginFiles },
      {
        sandbox,
        clock,
        ids,
        egress: { ...settings.egress, required },
        prepare: (opened, workspace) => writeHomeFiles(opened, workspace, profile.homeFiles),
      },
      {
        signal,
        show: (text) => show(session, text),
        open(link) {
          const { links } = session.progress;
          if (links.length < maxLinks) links.push(link);
        },
        accept(enter) {
          session.enter = enter;
          session.progress.acceptsInput = true;
        },
      },
    );
  }

  async function run(row: ProgramRow, session: Session, stored: (row: ProgramRow) => Promise<unknown>) {
    const late = new AbortController();
    const stop = clock.after(timeoutMs, () =>
      late.abort(new LoginFailure("The login took longer than 10 minutes. Start it again.")),
    );
    try {
      const signal = AbortSignal.any([session.canceling.signal, late.signal]);
      const files = await filesOf(row, session, signal);
      const values = { login: cipher.seal({ id: ids.uuid(), files }), loggedInAt: clock.now(), updatedAt: clock.now() };
      // The files are read without the signal.
      signal.throwIfAborted();
      const [changed] = await db.update(agentPrograms).set(values).where(eq(agentPrograms.name, row.name)).returning();
      if (changed) await stored(changed);
      // Not before the test has started: in between, the program would seem to need a key.
      if (sessions.get(row.name) === session) sessions.delete(row.name);
    } catch (error) {
      const known = error instanceof RunFailure || error instanceof LoginFailure;
      if (!known) log.error({ err: error, program: row.name }, "couldn't log in an agent program");
      const reason = known ? error.message : "Internal error. See the service log for details.";
      Object.assign(session.progress, {
        status: "failed",
        detail: truncateText(reason.charAt(0).toUpperCase() + reason.slice(1), maxOutput),
        acceptsInput: false,
      });
    } finally {
      stop();
      session.enter = undefined;
    }
  }

  function cancel(name: string): boolean {
    const session = sessions.get(name);
    sessions.delete(name);
    session?.canceling.abort(canceled());
    return session !== undefined;
  }

  return {
    start(row, methodId, stored) {
      cancel(row.name);
      const progress: LoginProgress = {
        methodId,
        status: "in_progress",
        detail: "",
        links: [],
        output: "",
        acceptsInput: false,
      };
      const session: Session = { progress, canceling: new AbortController(), enter: undefined };
      sessions.set(row.name, session);
      const work = run(row, session, stored).catch((error) =>
        log.error({ err: error, program: row.name }, "couldn't log in an agent program"),
      );
      inProgress.add(work);
      void work.finally(() => inProgress.delete(work));
    },
    enter(name, text) {
      const session = sessions.get(name);
      session?.enter?.(text);
      return session?.enter !== undefined;
    },
    cancel,
    progress: (name) => sessions.get(name)?.progress ?? null,
    async close() {
      for (const name of [...sessions.keys()]) cancel(name);
      await Promise.all(inProgress);
    },
  };
}
