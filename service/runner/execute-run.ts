import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { filePathOf } from "@/lib/model/environment/repository-path";
import { processMarker } from "./agent-environment";
import { runAgentTurn } from "./agent-turn";
import { environmentOf, permittedServers, readEnvironmentFile } from "./environment-file";
import { followBranch } from "./follow-branch";
import { FrameWriter } from "./frame-writer";
import { gitAccessOf } from "./git-credential";
import { cutText } from "./plain-text";
import { publishChanges } from "./publish-changes";
import { RunFailure } from "./run-failure";
import { watchLimits } from "./run-limits";
import type { RunContext, RunOutcome, RunSpec } from "./run-spec";
import { baseRef, prepareWorkingCopy, type WorkingCopy } from "./working-copy";
import { linkArtifacts, prepareWorkspace, type Workspace } from "./workspace";

const maxMessageLength = 4_096;

interface Prepared {
  workspace: Workspace;
  copies: WorkingCopy[];
  /** New changes were pulled into the first repository since the previous run. */
  moved: boolean;
}

async function prepare(spec: RunSpec, context: RunContext): Promise<Prepared> {
  const workspace = await prepareWorkspace(spec);
  const access = gitAccessOf(context);
  const copies: WorkingCopy[] = [];
  let moved = false;
  for (const repository of spec.repositories) {
    context.signal.throwIfAborted();
    const copy = await prepareWorkingCopy(repository, spec.branch, workspace, access);
    if (await followBranch(copy, access)) moved ||= copies.length === 0;
    copies.push(copy);
  }
  await linkArtifacts(workspace);
  return { workspace, copies, moved };
}

/** Reads the environment file of the first repository at the revision the agent started from. */
async function environmentFor(
  spec: RunSpec,
  [first]: readonly WorkingCopy[],
): Promise<EffectiveEnvironment | undefined> {
  if (!first || spec.selfHosted) return undefined;
  const path = filePathOf(spec.variablePrefix);
  const bytes = await readEnvironmentFile(first.transferDir, baseRef, path);
  return bytes && environmentOf(bytes, path);
}

/** Results so far, which are kept if the run fails. */
interface Progress {
  result: string;
  branches: { repoUrl: string; branch: string }[];
  sessionId: string | undefined;
  usage: RunOutcome["usage"];
}

async function run(spec: RunSpec, context: RunContext, progress: Progress): Promise<"FINISHED" | "CANCELLED"> {
  const { workspace, copies, moved } = await prepare(spec, context);
  const environment = await environmentFor(spec, copies);
  context.signal.throwIfAborted();
  await context.started();
  const writer = new FrameWriter((frames) => context.record(frames), context.clock);
  if (context.isolation === "none") {
    const data = { type: "context-injection-state", injectionId: context.ids.uuid(), state: "unisolated" };
    writer.write({ event: "interaction_update", data });
  }
  const { reply, sessionId, usage, end } = await runAgentTurn(
    environment ? { ...spec, mcpServers: permittedServers(spec, environment) } : spec,
    context,
    workspace,
    writer,
    environment && { environment, moved },
  );
  progress.result = reply;
  progress.sessionId = sessionId ?? progress.sessionId;
  progress.usage = usage;
  await writer.close();
  if ("failure" in end) throw end.failure;
  context.signal.throwIfAborted();
  if (end.stopReason === "cancelled") return "CANCELLED";
  if (end.stopReason === "refusal") throw new RunFailure("refused", "the agent rejected the prompt");
  if (spec.mode === "agent") {
    await publishChanges(spec, context, copies, (branch) => progress.branches.push(branch));
  }
  return "FINISHED";
}

/**
 * Executes one run from clone to push. Errors become part of the outcome. The caller writes the final frames of the
 * stream. All processes of the run have ended when it resolves.
 */
export async function executeRun(spec: RunSpec, context: RunContext): Promise<RunOutcome> {
  const { workspaceDir, variablePrefix, runId } = spec;
  const marker = processMarker(variablePrefix, runId);
  const limits = watchLimits(context.limits ?? {}, { workspaceDir, marker }, context.clock);
  const signal = AbortSignal.any([context.signal, limits.signal]);
  const progress: Progress = { result: "", branches: [], sessionId: spec.sessionId, usage: undefined };
  try {
    return { status: await run(spec, { ...context, signal }, progress), error: undefined, ...progress };
  } catch (thrown) {
    const error: unknown = limits.signal.aborted ? limits.signal.reason : thrown;
    if (context.signal.aborted) return { status: "CANCELLED", error: undefined, ...progress };
    if (error instanceof RunFailure) {
      const message = cutText(error.message, maxMessageLength);
      return { status: "ERROR", error: { code: error.code, message }, ...progress };
    }
    context.log.error({ err: error, runId: spec.runId }, "internal error");
    const message = "internal error";
    return { status: "ERROR", error: { code: "internal_error", message }, ...progress };
  } finally {
    limits.stop();
  }
}
