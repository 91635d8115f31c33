import { setTimeout as delay } from "node:timers/promises";
import { MessageTooLargeError, RequestError } from "@agentclientprotocol/sdk";
import { ZodError } from "zod";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { agentEnvironment, processMarker } from "./agent-environment";
import { type AgentProcess, type ProcessEnd, startAgentProcess } from "./agent-process";
import { runTurn, type Turn } from "./agent-session";
import type { BlockedConnections } from "./blocked-connections";
import type { FrameWriter } from "./frame-writer";
import { printableText } from "./plain-text";
import { endProcesses } from "./process-tree";
import { RunFailure } from "./run-failure";
import type { RunContext, RunSpec, RunUsage } from "./run-spec";
import type { RunSandbox } from "./sandbox/run-sandbox";
import { SessionRecorder } from "./session-recorder";
import type { PromptResponse } from "./session-update";
import type { AgentSandbox } from "./spawn-agent-process";
import { startEnvironment } from "./start-environment";
import { Terminals } from "./terminals";
import type { Workspace } from "./workspace";

/** After a cancel the agent may end its turn by itself for this long. */
const cancelGraceMs = 800;
/** Output of a program that ended is still read for this long. */
const lastWordsMs = 500;

/** What came of a turn. */
export interface TurnReport {
  reply: string;
  sessionId: string | undefined;
  usage: RunUsage | undefined;
  /** How the agent ended the turn, or what kept it from doing so. */
  end: { stopReason: PromptResponse["stopReason"] } | { failure: unknown };
}

const stopNotes: Partial<Record<PromptResponse["stopReason"], string>> = {
  max_tokens: "\n\n[The agent stopped at its token limit.]",
  max_turn_requests: "\n\n[The agent stopped at its limit of requests.]",
};

/** Some agents take a refused call for the person's wish to stop, and end their turn as if it were done. */
const refusedNote = "[The agent was not permitted one of its calls and said no more.]";

function crash(process: AgentProcess, end: ProcessEnd | undefined): RunFailure {
  const complaint = process.complaint();
  let how = "the agent closed the connection";
  if (end?.error) how = `the agent could not be started: ${end.error.message}`;
  else if (end?.signal) how = `the agent was ended by ${end.signal}`;
  else if (end) how = `the agent ended with exit code ${end.code}`;
  return new RunFailure("agent_crashed", complaint === "" ? how : `${how}:\n${complaint}`);
}

/** What an error of the session means for the run. */
async function failureOf(error: unknown, process: AgentProcess): Promise<RunFailure> {
  if (error instanceof RunFailure) return error;
  if (error instanceof RequestError) {
    return new RunFailure("agent_error", `the agent answered with an error: ${printableText(error.message)}`);
  }
  if (error instanceof MessageTooLargeError) {
    return new RunFailure(
      "agent_crashed",
      `the agent broke the protocol: a message of more than ${error.maxMessageBytes} bytes`,
    );
  }
  if (error instanceof ZodError) {
    const field = error.issues[0]?.path.join(".") || "shape";
    return new RunFailure("agent_crashed", `the agent broke the protocol: wrong ${field} in its answer`);
  }
  return crash(process, (await Promise.race([process.ended, delay(lastWordsMs, undefined)])) ?? undefined);
}

/** Rejects with the signal's reason, `graceMs` after it aborts: time for the agent to stop by itself. */
function rejectOnAbort(signal: AbortSignal, graceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const wait = () => void delay(graceMs).then(() => reject(signal.reason));
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}

async function rejectOnEnd(process: AgentProcess): Promise<never> {
  const end = await process.ended;
  await delay(lastWordsMs);
  throw crash(process, end);
}

/** The first of these that settles; the others may fail unseen. */
function firstOf<T>(contenders: readonly Promise<T>[]): Promise<T> {
  for (const contender of contenders) contender.catch(() => undefined);
  return Promise.race(contenders);
}

/** Starts the agent, holds one turn with it, and leaves no process of the run behind. */
export async function holdTurn(
  spec: RunSpec,
  context: RunContext,
  { workspace, sandbox, blocked }: { workspace: Workspace; sandbox: RunSandbox; blocked: BlockedConnections },
  writer: FrameWriter,
  prepared: { environment: EffectiveEnvironment; moved: boolean } | undefined,
): Promise<TurnReport> {
  const { clock, ids, signal } = context;
  const terminals = new Terminals();
  const recorder = new SessionRecorder({
    writer,
    clock,
    ids,
    cwd: workspace.cwd,
    mode: spec.mode,
    followTerminal: (id, listener) => terminals.follow(id, listener),
  });
  recorder.begin(spec);
  const environment = { ...agentEnvironment(spec, workspace), ...sandbox.proxyVariables };
  const marker = processMarker(spec.variablePrefix, spec.runId);
  const agentSandbox: AgentSandbox = { sandbox, workspace, agentCommand: spec.command, environment };
  blocked.follow((each) => recorder.blocked(each));
  const process = startAgentProcess(agentSandbox, () => writer.ready());
  const session = { spec, process, recorder, agentSandbox, terminals, clock, signal };

  const begin = async (): Promise<Turn> => {
    if (prepared) await startEnvironment(prepared.environment, session, prepared.moved);
    signal.throwIfAborted();
    return runTurn({ ...session, mark: ids.uuid() });
  };

  const report = async (): Promise<TurnReport> => {
    try {
      const { sessionId, response }: Turn = await firstOf([
        begin(),
        rejectOnEnd(process),
        rejectOnAbort(signal, cancelGraceMs),
        rejectOnAbort(writer.failed, 0),
      ]);
      recorder.say(stopNotes[response.stopReason] ?? "");
      if (response.stopReason === "end_turn" && recorder.endedRefused) recorder.say(refusedNote);
      const usage = response.usage ?? response._meta?.usage ?? undefined;
      return { reply: "", sessionId, usage, end: { stopReason: response.stopReason } };
    } catch (error) {
      const failure = signal.aborted || writer.failed.aborted ? error : await failureOf(error, process);
      return { reply: "", sessionId: undefined, usage: undefined, end: { failure } };
    }
  };

  const outcome = await report();
  const groups = [process.group, ...terminals.groups].filter((group) => group !== undefined);
  const gone = await endProcesses({ marker, groups });
  if (!gone) context.log.error({ runId: spec.runId }, "some processes of the run could not be ended");
  recorder.end(outcome.usage);
  return { ...outcome, reply: recorder.reply };
}
