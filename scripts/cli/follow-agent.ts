import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal, type Run } from "@/lib/contract/agents/run";
import type { RunEvent, SubjectState } from "@/lib/model/live/protocol";
import { paths } from "@/lib/model/paths";
import { durationLabel } from "@/lib/model/transcript/duration";
import { plainText } from "@/lib/model/transcript/terminal-text";
import { followRun } from "@/lib/server/live/follow-run";
import { CommandError } from "./command-error";
import type { DashboardConnection } from "./dashboard-connection";
import { TranscriptPrinter } from "./transcript-printer";

export interface Output {
  /** Standard output: what a script reads. */
  write(text: string): void;
  /** Standard error: progress and errors. */
  note(text: string): void;
}

export interface FollowOptions {
  json: boolean;
  /** Aborted to detach: the run continues. */
  signal: AbortSignal;
}

/** Exit code after detaching with Ctrl-C, as of a program that was interrupted. */
export const detachedCode = 130;

/** The latest run of an agent. */
export async function latestRun(
  connection: DashboardConnection,
  agentId: string,
): Promise<{ agentId: string; runId: string }> {
  const agent = await connection.call(getAgent, { params: { id: agentId } });
  return { agentId: agent.id, runId: agent.latestRunId };
}

function lineOf({ id, event, data }: RunEvent): string {
  return `${JSON.stringify({ ...(id === undefined ? {} : { id }), event, data: JSON.parse(data) })}\n`;
}

/** The outcome in one line, with what to do next. */
function outcomeOf(run: Run, url: string): string {
  const took = run.durationMs === undefined ? "" : ` after ${durationLabel(run.durationMs)}`;
  const why = run.error ? `: ${plainText(run.error.message)}` : "";
  const branches = (run.git?.branches ?? []).flatMap(({ branch, prUrl, prError }) => [
    ...(branch === undefined ? [] : [`Branch ${plainText(branch)}`]),
    ...(prUrl === undefined ? [] : [`Pull request ${plainText(prUrl)}`]),
    ...(prError === undefined ? [] : [`No pull request: ${plainText(prError)}`]),
  ]);
  const words = run.status === "FINISHED" ? "Finished" : run.status === "CANCELLED" ? "Canceled" : "Failed";
  return [`${words}${took}${why}`, ...branches, url].join("\n");
}

/**
 * Prints a run's transcript until it ends, across lost connections. Returns the exit code: 0 finished, 1 failed or
 * canceled, 130 detached.
 */
export async function followAgent(
  connection: DashboardConnection,
  subject: { agentId: string; runId: string },
  { json, signal }: FollowOptions,
  output: Output,
): Promise<number> {
  const url = connection.url + paths.agent(subject.agentId);
  const printer = new TranscriptPrinter({ write: (text) => output.write(text), agentUrl: url });
  let isLost = false;
  let ended: SubjectState | undefined;
  await followRun({
    service: connection.service,
    random: Math.random,
    signal,
    subject: { name: `run:${subject.agentId}:${subject.runId}`, ...subject },
    onEvent(event) {
      if (json) output.write(lineOf(event));
      else printer.add({ id: event.id, event: event.event, data: JSON.parse(event.data) });
    },
    onState(state) {
      if (state.state === "reconnecting" && !isLost) output.note("Connection lost. Reconnecting…");
      if (state.state === "live" && isLost) output.note("Reconnected.");
      isLost = state.state === "reconnecting" || (isLost && state.state !== "live");
      ended = state;
    },
    // Events that were printed are recognized by their ids.
    onRestart() {},
  });
  if (signal.aborted) {
    output.note(`Detached. The run continues. To follow it again: slipway follow ${subject.agentId}`);
    return detachedCode;
  }
  if (ended?.state === "failed") throw new CommandError(ended.message ?? "couldn't follow the run");
  if (ended?.state === "expired") output.note("The run's events are no longer stored.");
  const run = await connection.call(getRun, { params: { id: subject.agentId, runId: subject.runId } });
  if (json) output.write(`${JSON.stringify({ event: "run", data: run })}\n`);
  else printer.finish();
  if (ended?.state === "expired" && run.result && !json) output.write(`${plainText(run.result)}\n`);
  if (!isTerminal(run.status))
    throw new CommandError(`lost the run's events. To follow it again: slipway follow ${run.agentId}`);
  output.note(outcomeOf(run, url));
  return run.status === "FINISHED" ? 0 : 1;
}
