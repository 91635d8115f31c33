import { join } from "node:path";
import { eq } from "drizzle-orm";
import { isTerminal } from "@/lib/contract/agents/run";
import { collectArtifacts } from "../artifacts/collect-artifacts";
import type { Context } from "../core/context";
import { retryOnDisconnect } from "../core/store/retry-on-disconnect";
import { agents, runs } from "../core/store/tables/agents";
import type { WithGit } from "../git/with-git";
import type { WithRunCredentials } from "../hosting/git-http/run-credentials";
import type { WithMergePreparation } from "../hosting/pulls/with-merge-preparation";
import type { WithCatalog } from "../models/model-catalog";
import type { WithRemotes } from "../remotes/remotes";
import { executeRun } from "../runner/execute-run";
import { createImageStore } from "../runner/images/image-store";
import { createSnapshotStore } from "../runner/install-snapshots/snapshot-store";
import { runEgress } from "../runner/run-egress";
import { RunFailure } from "../runner/run-failure";
import type { RunOutcome } from "../runner/run-spec";
import type { WithSandbox } from "../runner/sandbox/sandbox";
import { buildRunSpec } from "./build-run-spec";
import { finishRun } from "./finish-run";
import { createRecorder, RunEndedError } from "./recorder";

export type CloudRunContext = Context &
  WithCatalog &
  WithGit &
  WithSandbox &
  WithMergePreparation &
  WithRemotes &
  WithRunCredentials;

/** Executes a run on this machine and stores its outcome, including failures. Aborting `signal` kills its processes. */
export async function executeCloudRun(context: CloudRunContext, runId: string, signal: AbortSignal): Promise<void> {
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
  return { ...(await buildRunSpec(context, row.agents, row.runs)), recorder, teamId: row.agents.teamId };
}

type PreparedRun = NonNullable<Awaited<ReturnType<typeof prepareRun>>>;

function executePrepared(
  context: CloudRunContext,
  runId: string,
  { spec, branches, dependencyIds, recorder, teamId }: PreparedRun,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { settings, sandbox, clock, ids, log } = context;
  return executeRun(spec, {
    ...recorder,
    gitCredential: async () =>
      context.runCredentials.mint({ agentId: spec.agentId, runId, teamId, branches, dependencyIds }),
    outsideRemote: (cloneUrl) => context.remotes.access(cloneUrl),
    sandbox,
    egress: runEgress(settings, spec.model.id, [context.origin()]),
    limits: {
      timeMs: settings.runTimeLimitSeconds * 1000,
      processes: settings.runProcessLimit,
      memoryBytes: settings.runMemoryLimitMb * 1024 ** 2,
      workspaceBytes: settings.workspaceLimitMb * 1024 ** 2,
    },
    snapshots:
      settings.snapshotLimitMb === 0
        ? undefined
        : createSnapshotStore({
            folder: join(settings.dataDir, "snapshots"),
            limitBytes: settings.snapshotLimitMb * 1024 ** 2,
          }),
    images: settings.containerEngine && {
      engine: settings.containerEngine,
      store: createImageStore({
        folder: join(settings.dataDir, "images"),
        limitBytes: settings.imageLimitMb * 1024 ** 2,
      }),
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
  // A canceled run ended before its agent reported its session; a follow-up continues in that session.
  if (!ended && sessionId) {
    await retryOnDisconnect(context, () => context.db.update(agents).set({ sessionId }).where(eq(agents.id, agentId)));
  }
}
