import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { WithGit } from "@/git/with-git";
import { isTerminal } from "@/lib/contract/agents/run";
import { traced } from "@/lib/core/tracing/tracing";
import { RunFailure } from "@/runner/limits/run-failure";
import { PendingAnswers } from "@/runner/questions/pending-answers";
import { runEgress } from "@/runner/run/run-egress";
import type { RunOutcome, WithExecuteRun } from "@/runner/run/run-spec";
import { runResources } from "@/runner/run-resources";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import { collectArtifacts } from "../artifacts/collect-artifacts";
import type { Context } from "../core/context";
import type { WithMergePreparation } from "../core/hosting-context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { WithGitHub } from "../github/with-github";
import { requestActiveRunChecks } from "../github-apps/request-run-checks";
import { readOnlyGrant, type WithRunCredentials } from "../hosting/git-http/run-credentials";
import { mcpAccessToken } from "../mcp-connections/mcp-access-token";
import type { WithMcpFetch } from "../mcp-connections/mcp-secrets";
import type { WithCatalog } from "../models/model-catalog";
import type { WithPreviews } from "../previews/preview-sessions";
import type { WithRemotes } from "../remotes/remotes";
import { buildRunSpec } from "./build-run-spec";
import { finishRun } from "./finish-run";
import { onAnswer } from "./questions";
import { createRecorder, RunEndedError } from "./recorder";
import { remoteOfRun } from "./remote-of-run";
import type { WithRunFeeds } from "./run-feeds";

export type CloudRunContext = Context &
  WithCatalog &
  WithExecuteRun &
  WithGit &
  WithGitHub &
  WithSandbox &
  WithMcpFetch &
  WithMergePreparation &
  WithPreviews &
  WithRemotes &
  WithRunCredentials &
  WithRunFeeds;

/** The limits of runs on this machine, and what they share. */
export const cloudRunResources = ({ settings }: Pick<Context, "settings">) =>
  runResources(settings, {
    snapshotDir: join(settings.dataDir, "snapshots"),
    imageDir: join(settings.dataDir, "images"),
  });

/** Executes a run on this machine and stores its outcome, including failures. Aborting `signal` kills its processes. */
export function executeCloudRun(context: CloudRunContext, runId: string, signal: AbortSignal): Promise<void> {
  const attributes = { "slipway.run.id": runId };
  return traced("run", { kind: "INTERNAL", attributes, root: true }, () => executeAndStore(context, runId, signal));
}

async function executeAndStore(context: CloudRunContext, runId: string, signal: AbortSignal): Promise<void> {
  try {
    const prepared = await retryOnDisconnect(context, () => prepareRun(context, runId));
    if (!prepared) return;
    const { agentId } = prepared.spec;
    const outcome = await executePrepared(context, runId, prepared, signal);
    await collectArtifacts(context, agentId);
    await storeOutcome(context, { agentId, runId }, outcome);
  } catch (error) {
    if (error instanceof RunEndedError) return;
    context.log.error({ err: error, runId }, "run failed");
    // The error may contain SQL and its parameters, which only belong in the log.
    const message = "Internal error while executing the run. See the service log for this run id";
    const reported = error instanceof RunFailure ? error : { code: "internal_error", message };
    await finishRun(context, runId, {
      status: "ERROR",
      error: { code: reported.code, message: reported.message },
    });
  }
}

async function prepareRun(context: CloudRunContext, runId: string) {
  const [row] = await context.db
    .select()
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(eq(runs.id, runId));
  if (!row || isTerminal(row.runs.status)) return undefined;
  const recorder = await createRecorder(context, runId);
  const built = await buildRunSpec(context, row.agents, row.runs);
  await requestActiveRunChecks(context, built.spec, row.agents.branches);
  return { ...built, recorder, agent: row.agents };
}

type PreparedRun = NonNullable<Awaited<ReturnType<typeof prepareRun>>>;

function executePrepared(
  context: CloudRunContext,
  runId: string,
  { spec, branches, dependencyIds, recorder, agent }: PreparedRun,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { settings, sandbox, clock, ids, log, executeRun } = context;
  const grant = { agentId: spec.agentId, runId, teamId: agent.teamId, branches, dependencyIds };
  let closePreviews = () => {};
  return executeRun(spec, {
    ...recorder,
    gitCredential: async () => context.runCredentials.mint(grant),
    agentGit: {
      origin: context.origin(),
      addresses: [settings.gitUrl, settings.servicePublicUrl],
      credential: async () => context.runCredentials.mint(readOnlyGrant(grant)),
    },
    mcpToken: (server, rejected) => mcpAccessToken(context, agent, { runId, server, rejected }),
    outsideRemote: (cloneUrl) => remoteOfRun(context.remotes, cloneUrl, runId),
    // A key that is limited to repositories of this service can't launch agents on other servers either.
    remoteDependencies: agent.repositoryIds === null,
    answerTo: (questionId, waiting) => {
      const answers = new PendingAnswers();
      const stop = onAnswer(context, runId, (...answer) => answers.received(...answer));
      return answers.wait(questionId, waiting).finally(stop);
    },
    portsReady(ports) {
      closePreviews = context.previews.register(runId, ports).close;
    },
    sandbox,
    egress: runEgress(settings, spec.model.id, [context.origin()]),
    ...cloudRunResources(context),
    signal,
    clock,
    ids,
    log: log.child({ runId }),
  }).finally(() => closePreviews());
}

async function storeOutcome(
  context: CloudRunContext,
  { agentId, runId }: { agentId: string; runId: string },
  { status, result, branches, error, sessionId, usage, sessionUsage }: RunOutcome,
): Promise<void> {
  const ended = await finishRun(context, runId, {
    status,
    result,
    branches,
    ...(error ? { error } : {}),
    ...(sessionId ? { sessionId } : {}),
    ...(usage ? { usage } : {}),
    ...(sessionUsage ? { sessionUsage } : {}),
  });
  // A canceled run ended before its agent reported its session; a follow-up continues in that session.
  if (!ended && sessionId) {
    await retryOnDisconnect(context, () => context.db.update(agents).set({ sessionId }).where(eq(agents.id, agentId)));
  }
}
