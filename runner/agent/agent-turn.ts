import { setTimeout as delay } from "node:timers/promises";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { agentEnvironment, processMarker, withheldOptions } from "../environment/agent-environment";
import type { InstallSnapshot } from "../environment/install-snapshot";
import { startEnvironment } from "../environment/start-environment";
import { endProcesses } from "../limits/process-tree";
import { formatDuration } from "../limits/run-limits";
import { type AgentProcess, startAgentProcess } from "../process/agent-process";
import type { AgentSandbox } from "../process/spawn-agent-process";
import { Terminals } from "../process/terminals";
import { Questions } from "../questions/questions";
import type { RunContext, RunSpec, RunUsage, SessionUsage } from "../run/run-spec";
import type { BlockedConnections } from "../sandbox/egress/blocked-connections";
import type { RunSandbox } from "../sandbox/run-sandbox";
import type { FrameWriter } from "../transcript/frame-writer";
import { SessionRecorder } from "../transcript/session-recorder";
import type { PromptResponse } from "../transcript/session-update";
import type { Workspace } from "../workspace/workspace";
import { crash, outputDrainMs, toRunFailure } from "./agent-failure";
import { withGitSettings } from "./agent-git";
import { runTurn, type Turn } from "./agent-session";

/** Time for the agent to end its turn after a cancel. */
const cancelGraceMs = 800;

/** The outcome of a turn. */
export interface TurnReport {
  reply: string;
  sessionId: string | undefined;
  usage: RunUsage | undefined;
  sessionUsage: SessionUsage;
  /** The agent's response, or why there is none. */
  end: { stopReason: PromptResponse["stopReason"] } | { failure: unknown };
}

const stopNotes: Partial<Record<PromptResponse["stopReason"], string>> = {
  max_tokens: "\n\n[The agent stopped at its token limit.]",
  max_turn_requests: "\n\n[The agent stopped at its request limit.]",
};

/** Some agents interpret a denied call as a request to stop, and end their turn without a message. */
const deniedNote = "[A tool call was denied and the agent ended its turn.]";

/** Rejects with the signal's reason, `graceMs` after it aborts, so the agent has time to stop. */
function rejectOnAbort(signal: AbortSignal, graceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const wait = () => void delay(graceMs).then(() => reject(signal.reason));
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}

async function rejectOnEnd(process: AgentProcess): Promise<never> {
  const end = await process.ended;
  await delay(outputDrainMs);
  throw crash(process, end);
}

/** Resolves like the first promise that settles. Ignores later rejections. */
function firstOf<T>(contenders: readonly Promise<T>[]): Promise<T> {
  for (const contender of contenders) contender.catch(() => undefined);
  return Promise.race(contenders);
}

/** Waits for commands in terminals that the agent left open, within the limit. Returns a note for the reply. */
async function waitForBackgroundWork(
  terminals: Terminals,
  { clock, signal, limits }: Pick<RunContext, "clock" | "signal" | "limits">,
): Promise<string> {
  if (!terminals.hasBackgroundWork) return "";
  const { backgroundMs } = limits ?? {};
  let stop = () => {};
  const expired = new Promise<string>((resolve) => {
    if (backgroundMs === undefined) return;
    const note = `\n\n[Background commands were stopped ${formatDuration(backgroundMs)} after the turn.]`;
    stop = clock.after(backgroundMs, () => resolve(note));
  });
  const ended = terminals.backgroundWorkEnded().then(() => "");
  return firstOf([ended, expired, rejectOnAbort(signal, 0)]).finally(() => stop());
}

/** Variables that browser tools read the browser's path from; none when testing is turned off. */
function browserVariables(environment: EffectiveEnvironment | undefined): Record<string, string> {
  if (!environment?.testing || environment.chromeExecutablePath === undefined) return {};
  const path = environment.chromeExecutablePath;
  return { CHROME_PATH: path, PUPPETEER_EXECUTABLE_PATH: path };
}

interface TurnSandbox {
  workspace: Workspace;
  sandbox: RunSandbox;
  blocked: BlockedConnections;
  /** Settings of the agent's git. */
  gitSettings: readonly (readonly [string, string])[];
}

/** Starts the agent, runs one turn, and ends all processes of the run. */
export async function runAgentTurn(
  spec: RunSpec,
  context: RunContext,
  { workspace, sandbox, blocked, gitSettings }: TurnSandbox,
  writer: FrameWriter,
  prepared:
    | {
        environment: EffectiveEnvironment;
        moved: boolean;
        snapshot: InstallSnapshot | undefined;
        variables: Readonly<Record<string, string>>;
      }
    | undefined,
): Promise<TurnReport> {
  const { clock, ids, signal } = context;
  const terminals = new Terminals();
  const recorder = new SessionRecorder({
    writer,
    clock,
    ids,
    cwd: workspace.cwd,
    mode: spec.mode,
    followTerminal: (...args) => terminals.follow(...args),
  });
  recorder.begin(spec);
  const { PATH, ...imageVariables } = prepared?.variables ?? {};
  const variables = {
    ...imageVariables,
    ...agentEnvironment(spec, workspace),
    ...(PATH === undefined ? {} : { PATH }),
    ...browserVariables(prepared?.environment),
    ...sandbox.proxyVariables,
  };
  const environment = withGitSettings(variables, gitSettings);
  const marker = processMarker(spec.variablePrefix, spec.runId);
  const agentVariables = { ...withheldOptions(variables, spec.variablePrefix), ...spec.agent?.env };
  const agentSandbox: AgentSandbox = {
    sandbox,
    workspace,
    agentCommand: spec.command,
    agentVariables,
    exitCodes: spec.agent?.exitCodes,
    environment,
  };
  blocked.follow((each) => recorder.blocked(each));
  const process = startAgentProcess(agentSandbox, () => writer.ready());
  const session = {
    spec: prepared ? { ...spec, environment: prepared.environment } : spec,
    process,
    recorder,
    agentSandbox,
    terminals,
    clock,
    signal,
    questions:
      context.answerTo &&
      new Questions({
        answerTo: context.answerTo,
        asked: (question) => recorder.asked(question),
        closed: (...end) => recorder.questionClosed(...end),
        clock,
        ids,
        signal,
      }),
  };

  let closeTerminals = () => {};
  let responded: Turn | undefined;
  const begin = async (): Promise<Turn> => {
    if (prepared) closeTerminals = await startEnvironment(prepared.environment, session, prepared);
    signal.throwIfAborted();
    return runTurn({ ...session, boundary: ids.uuid(), responded: (turn) => (responded = turn) });
  };
  /** A program that ends after its response has completed its turn. */
  const unlessResponded = (error: unknown): Turn => {
    if (responded && !signal.aborted && !writer.failed.aborted) return responded;
    throw error;
  };

  const report = async (): Promise<Omit<TurnReport, "sessionUsage">> => {
    try {
      const { sessionId, response }: Turn = await firstOf([
        begin(),
        rejectOnEnd(process),
        rejectOnAbort(signal, cancelGraceMs),
        rejectOnAbort(writer.failed, 0),
      ]).catch(unlessResponded);
      const complete = response.stopReason !== "cancelled" && response.stopReason !== "refusal";
      const backgroundNote = complete
        ? await waitForBackgroundWork(terminals, {
            ...context,
            signal: AbortSignal.any([signal, writer.failed]),
          })
        : "";
      recorder.say(stopNotes[response.stopReason] ?? "");
      recorder.say(backgroundNote);
      if (response.stopReason === "end_turn" && recorder.endedAfterDenial) recorder.say(deniedNote);
      const usage = response.usage ?? response._meta?.usage ?? response._meta?.quota?.token_count ?? undefined;
      return { reply: "", sessionId, usage, end: { stopReason: response.stopReason } };
    } catch (error) {
      const failure = signal.aborted || writer.failed.aborted ? error : await toRunFailure(error, process);
      return { reply: "", sessionId: undefined, usage: undefined, end: { failure } };
    }
  };

  const outcome = await report();
  const groups = [process.group, ...terminals.groups].filter((group) => group !== undefined);
  const ended = await endProcesses({ marker, groups, isolated: process.isolated });
  if (!ended) context.log.error({ runId: spec.runId }, "couldn't end all processes of the run");
  closeTerminals();
  recorder.end(outcome.usage);
  return { ...outcome, reply: recorder.reply, sessionUsage: recorder.sessionUsage };
}
