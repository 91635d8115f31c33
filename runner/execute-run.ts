import { truncateText } from "@/lib/core/plain-text";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { environmentFilePath } from "@/lib/model/environment/repository-path";
import { serveAgentGit } from "./agent/agent-git";
import { runAgentTurn } from "./agent/agent-turn";
import { processMarker } from "./environment/agent-environment";
import { applyEnvironment, egressRules } from "./environment/apply-environment";
import { restoreSnapshot, showFormerRoots } from "./environment/install-snapshot";
import { judgeWithoutBlocking } from "./environment/judge-without-blocking";
import { readEnvironmentFile } from "./environment/read-environment-file";
import { serveRemoteReads } from "./environment/remote-reads";
import { applyImage } from "./images/apply-image";
import { RunFailure } from "./limits/run-failure";
import { createRunGroup, type RunGroup } from "./limits/run-group";
import { type LimitWatch, watchLimits } from "./limits/run-limits";
import { agentServers } from "./mcp/agent-servers";
import { permittedServers } from "./mcp/permitted-servers";
import type { RunContext, RunOutcome, RunSpec } from "./run/run-spec";
import { BlockedConnections } from "./sandbox/egress/blocked-connections";
import { RunGateway } from "./sandbox/run-gateway";
import { openRunSandbox, type RunSandbox } from "./sandbox/run-sandbox";
import { FrameMasker } from "./transcript/frame-masker";
import { FrameWriter } from "./transcript/frame-writer";
import { followBranch } from "./workspace/follow-branch";
import { gitAccessOf } from "./workspace/git-access";
import { linkArtifacts } from "./workspace/link-artifacts";
import { writeLogin } from "./workspace/login-files";
import { publishChanges } from "./workspace/publish-changes";
import { type CheckoutState, recordCheckout, restoreCheckout } from "./workspace/restore-checkout";
import { baseRef, prepareWorkingCopy, transferGit, type WorkingCopy } from "./workspace/working-copy";
import { prepareWorkspace, type Workspace } from "./workspace/workspace";
import { openWorkspaceSessions, type WorkspaceSessions } from "./workspace/workspace-sessions";
import { writeHomeFiles } from "./workspace/write-home-files";

const maxMessageLength = 4_096;

interface PreparedSandbox {
  workspace: Workspace;
  sandbox: RunSandbox;
  sessions: WorkspaceSessions;
  blocked: BlockedConnections;
}

async function prepareCopies(spec: RunSpec, context: RunContext, prepared: PreparedSandbox) {
  const access = gitAccessOf(context);
  const copies: WorkingCopy[] = [];
  let moved = false;
  for (const repository of spec.repositories) {
    context.signal.throwIfAborted();
    const copy = await prepareWorkingCopy(repository, spec.branch, prepared, access);
    if (await followBranch(copy, access)) moved ||= copies.length === 0;
    copies.push(copy);
  }
  await linkArtifacts(prepared.sessions, prepared.workspace, copies);
  return { copies, moved };
}

/**
 * The environment file of the first repository at the revision the agent started from. Throws {@link RunFailure}
 * `environment_invalid` with the position of each error.
 */
async function environmentFor(
  spec: RunSpec,
  [first]: readonly WorkingCopy[],
): Promise<{ environment: EffectiveEnvironment; file: Uint8Array } | undefined> {
  if (!first) return undefined;
  const path = environmentFilePath(spec.variablePrefix);
  const bytes = await readEnvironmentFile((args, options) => transferGit(first, args, options), baseRef, path);
  if (!bytes) return undefined;
  const judgment = await judgeWithoutBlocking(bytes, path);
  if ("problem" in judgment) throw new RunFailure("environment_invalid", judgment.problem);
  return { environment: judgment.environment, file: bytes };
}

/** What the transcript shows of an environment. */
function shownEnvironment({ name, user, egress, testing, ports }: EffectiveEnvironment) {
  return { name, user, egressMode: egress.mode, testing, ports };
}

/** Results so far, which are kept if the run fails. */
interface Progress {
  result: string;
  branches: { repoUrl: string; branch: string }[];
  sessionId: string | undefined;
  usage: RunOutcome["usage"];
  sessionUsage: RunOutcome["sessionUsage"];
}

/** Returns what undoes the changes of a run in plan mode. */
async function planRestore(
  spec: RunSpec,
  copies: readonly WorkingCopy[],
  sessions: WorkspaceSessions,
): Promise<() => Promise<void>> {
  if (spec.mode !== "plan") return async () => undefined;
  const states = new Map<WorkingCopy, CheckoutState>();
  for (const copy of copies) states.set(copy, await recordCheckout(copy));
  return async () => {
    await sessions.begin("write");
    for (const [copy, state] of states) await restoreCheckout(copy, state);
  };
}

async function run(
  spec: RunSpec,
  context: RunContext,
  prepared: PreparedSandbox,
  { masker, progress, phase }: { masker: FrameMasker; progress: Progress; phase: LimitWatch["phase"] },
): Promise<"FINISHED" | "CANCELLED"> {
  const { workspace, sandbox, sessions, blocked } = prepared;
  const { copies, moved } = await prepareCopies(spec, context, prepared);
  const read = await environmentFor(spec, copies);
  const environment = read?.environment;
  if (environment) {
    const hasImages = context.images !== undefined;
    await applyEnvironment(sandbox, environment, { rules: egressRules(spec, context, environment), hasImages });
  }
  if (environment && sandbox.driver !== "none") {
    const ports = environment.ports.map(({ port }) => port);
    context.portsReady?.({ ports, connect: (port) => sandbox.connectInside(port) });
  }
  const image = environment && (await applyImage(spec, context, { sandbox, copies }, environment));
  const snapshot = read && (await restoreSnapshot(spec, context, { workspace, sandbox, copies }, read));
  await showFormerRoots(prepared);
  await writeHomeFiles(sandbox, workspace, spec.agent?.homeFiles);
  await writeLogin(sandbox, workspace, spec.agent?.login);
  const gateway = new RunGateway(sandbox, context.ids);
  const mcpServers = await agentServers(permittedServers(spec, environment), { sandbox, gateway, spec }, context);
  const { agentGit, clock } = context;
  const gitSettings = agentGit ? await serveAgentGit(agentGit, { sandbox, gateway, masker, clock }) : [];
  gitSettings.push(...(await serveRemoteReads(spec, context, { environment, sandbox, gateway })));
  context.signal.throwIfAborted();
  phase("agent");
  await context.started();
  const writer = new FrameWriter((frames) => context.record(frames), context.clock, masker);
  const inject = (state: string, details: object = {}) => {
    const data = { type: "context-injection-state", injectionId: context.ids.uuid(), state, ...details };
    writer.write({ event: "interaction_update", data });
  };
  if (context.sandbox === "none") inject("unisolated");
  if (environment) inject("environment", { environment: shownEnvironment(environment) });
  const restore = await planRestore(spec, copies, sessions);
  await sessions.end();
  const { reply, sessionId, usage, sessionUsage, end } = await runAgentTurn(
    { ...spec, mcpServers },
    context,
    { workspace, sandbox, blocked, gitSettings },
    writer,
    environment && { environment, moved, snapshot, variables: image ?? {} },
  ).finally(restore);
  progress.result = masker.text(reply);
  progress.sessionId = sessionId ?? progress.sessionId;
  progress.usage = usage;
  progress.sessionUsage = sessionUsage;
  await writer.close();
  if ("failure" in end) throw end.failure;
  context.signal.throwIfAborted();
  if (end.stopReason === "cancelled") return "CANCELLED";
  if (end.stopReason === "refusal") throw new RunFailure("refused", "the agent rejected the prompt");
  if (spec.mode === "agent") {
    phase("publication");
    const note = await publishChanges(spec, context, copies, (branch) => progress.branches.push(branch));
    progress.result += masker.text(note);
  }
  return "FINISHED";
}

/** Prepares the workspace and opens the sandbox. */
async function prepareSandbox(
  spec: RunSpec,
  context: RunContext,
  group: RunGroup | undefined,
): Promise<PreparedSandbox> {
  const workspace = await prepareWorkspace(spec);
  const blocked = new BlockedConnections();
  const sandbox = await openRunSandbox({
    driver: context.sandbox,
    serviceFolder: workspace.root,
    home: workspace.home,
    temporary: workspace.temporary,
    agentCommand: spec.command,
    hidden: [workspace.root],
    marker: processMarker(spec.variablePrefix, spec.runId),
    egress: egressRules(spec, context),
    socketFolder: context.socketFolder,
    network: context.network,
    maxFileBytes: context.limits?.workspaceBytes,
    group,
    onBlocked: (each) => blocked.add(each),
  });
  return { workspace, sandbox, sessions: openWorkspaceSessions(sandbox, workspace), blocked };
}

/**
 * Executes one run from clone to push. Every failure becomes the outcome; the caller writes the frames that end the
 * stream. When it resolves, no process of the run is left.
 */
export async function executeRun(spec: RunSpec, context: RunContext): Promise<RunOutcome> {
  const { workspaceDir, variablePrefix, runId } = spec;
  const marker = processMarker(variablePrefix, runId);
  const isolated = context.sandbox !== "none";
  const group = isolated && context.limits ? createRunGroup(context.ids.uuid(), context.limits) : undefined;
  const limits = watchLimits(context.limits ?? {}, { workspaceDir, marker, isolated, group }, context.clock);
  const signal = AbortSignal.any([context.signal, limits.signal]);
  const progress: Progress = {
    result: "",
    branches: [],
    sessionId: spec.sessionId,
    usage: undefined,
    sessionUsage: undefined,
  };
  const masker = new FrameMasker(spec);
  let prepared: Awaited<ReturnType<typeof prepareSandbox>> | undefined;
  try {
    prepared = await prepareSandbox(spec, context, group);
    return {
      status: await run(spec, { ...context, signal }, prepared, { masker, progress, phase: limits.phase }),
      error: undefined,
      ...progress,
    };
  } catch (thrown) {
    const error: unknown = limits.failure() ?? thrown;
    if (context.signal.aborted) return { status: "CANCELLED", error: undefined, ...progress };
    if (error instanceof RunFailure) {
      const message = truncateText(masker.text(error.message), maxMessageLength);
      return { status: "ERROR", error: { code: error.code, message }, ...progress };
    }
    context.log.error({ err: error, runId: spec.runId }, "run failed with an internal error");
    const message = "Internal error while executing the run. See the service log for details.";
    return { status: "ERROR", error: { code: "internal_error", message }, ...progress };
  } finally {
    limits.stop();
    await prepared?.sessions.end();
    await prepared?.sandbox.close();
    await group?.close();
  }
}
