import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import { collectArtifacts } from "../artifacts/collect-artifacts";
import type { Context } from "../core/context";
import { persist } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { WithGit } from "../git/with-git";
import type { WithRunCredentials } from "../hosting/git-http/run-credentials";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import type { WithCatalogue } from "../models/model-catalog";
import type { WithRemotes } from "../remotes/remotes";
import { executeRun } from "../runner/execute-run";
import { runEgress } from "../runner/run-egress";
import { RunFailure } from "../runner/run-failure";
import type { RunOutcome } from "../runner/run-spec";
import type { WithSandbox } from "../runner/sandbox/sandbox";
import { finishRun } from "./finish-run";
import { createRecorder, RunOver } from "./recorder";
import { runSpecOf } from "./run-spec-of";

export type CloudRunContext = Context &
  WithCatalogue &
  WithGit &
  WithSandbox &
  WithMergePreparation &
  WithRemotes &
  WithRunCredentials;

/** Executes a run on this machine and stores how it ended, failures included. `signal` ends its processes. */
export async function executeCloudRun(context: CloudRunContext, runId: string, signal: AbortSignal): Promise<void> {
  try {
    const begun = await persist(context, () => beginRun(context, runId));
    if (!begun) return;
    const { agentId } = begun.spec;
    const outcome = await executeOn(context, runId, begun, signal);
    await collectArtifacts(context, agentId);
    await storeOutcome(context, { agentId, runId }, outcome);
  } catch (error) {
    if (error instanceof RunOver) return;
    context.log.error({ err: error, runId }, "run failed");
    // The error may hold queries and their values: those belong in the log, not in the run.
    const message = "The service could not carry out the run; its log has the reason under the run's id";
    const reported = error instanceof RunFailure ? error : { code: "internal_error", message };
    await finishRun(context, runId, {
      status: "ERROR",
      error: { code: reported.code, message: reported.message },
    });
  }
}

async function beginRun(context: CloudRunContext, runId: string) {
  const [row] = await context.db
    .select()
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(eq(runs.id, runId));
  if (!row || isTerminal(row.runs.status)) return undefined;
  const recorder = await createRecorder(context, runId);
  return { ...(await runSpecOf(context, row.agents, row.runs)), recorder, teamId: row.agents.teamId };
}

type BegunRun = NonNullable<Awaited<ReturnType<typeof beginRun>>>;

function executeOn(
  context: CloudRunContext,
  runId: string,
  { spec, repositoryIds, dependencyIds, recorder, teamId }: BegunRun,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { settings, sandbox, clock, ids, log } = context;
  return executeRun(spec, {
    ...recorder,
    gitCredential: async () =>
      context.runCredentials.mint({ agentId: spec.agentId, runId, teamId, repositoryIds, dependencyIds }),
    outsideRemote: (cloneUrl) => context.remotes.access(cloneUrl),
    sandbox,
    egress: runEgress(settings, spec.model.id, [context.origin()]),
    limits: {
      timeMs: settings.runTimeLimitSeconds * 1000,
      processes: settings.runProcessLimit,
      memoryBytes: settings.runMemoryLimitMb * 1024 ** 2,
      workspaceBytes: settings.workspaceLimitMb * 1024 ** 2,
    },
    signal,
    clock,
    ids,
    log: log.child({ runId }),
  });
}

async function storeOutcome(
  context: CloudRunContext,
  { agentId, runId }: { agentId: string; runId: string },
  { status, result, branches, error, sessionId, usage }: RunOutcome,
): Promise<void> {
  const ended = await finishRun(context, runId, {
    status,
    result,
    branches,
    ...(error ? { error } : {}),
    ...(sessionId ? { sessionId } : {}),
    ...(usage ? { usage } : {}),
  });
  // A cancelled run ended before its agent reported its session; a follow-up continues in that session.
  if (!ended && sessionId) {
    await persist(context, () => context.db.update(agents).set({ sessionId }).where(eq(agents.id, agentId)));
  }
}
