import { and, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../core/context";
import { githubRunChecks } from "../core/store/tables/github";
import type { FoundRepository } from "../github/github";
import { repositoryAddress } from "../github/github-address";
import { GitHubProblem } from "../github/github-problem";
import type { WithGitHub } from "../github/with-github";

const batch = 10;
const retryMs = 60_000;
const maxAttempts = 30;
const checkName = "Slipway";

type RunCheck = typeof githubRunChecks.$inferSelect;

const titles: Readonly<Record<NonNullable<RunCheck["conclusion"]>, string>> = {
  success: "Run finished",
  failure: "Run failed",
  cancelled: "Run canceled",
  timed_out: "Run expired",
};

/** When a reported run that is still active is due: its end makes it due. */
const never = 8_640_000_000_000_000;

const ReportedCheck = z.object({
  id: z.number(),
  head_sha: z.string(),
  status: z.string(),
  external_id: z.string().nullable(),
});
type ReportedCheck = z.infer<typeof ReportedCheck>;
const ReportedChecks = z.object({ check_runs: z.array(ReportedCheck) });

/** Where a run is reported. */
interface Target {
  repository: FoundRepository;
  branch: string;
  sha: string | undefined;
}

/** Claims due checks: other services skip them until their next attempt. */
async function claim({ db, clock }: Pick<Context, "db" | "clock">): Promise<RunCheck[]> {
  const now = clock.now();
  const due = db
    .select({ id: githubRunChecks.id })
    .from(githubRunChecks)
    .where(lte(githubRunChecks.dueAt, now))
    .orderBy(githubRunChecks.dueAt)
    .limit(batch)
    .for("update", { skipLocked: true });
  return db
    .update(githubRunChecks)
    .set({ attempts: sql`${githubRunChecks.attempts} + 1`, dueAt: now + retryMs })
    .where(inArray(githubRunChecks.id, due))
    .returning();
}

/** The branch of a check, if the app can write checks there. */
async function locate({ github, log }: Context & WithGitHub, { repoUrl, branch, runId }: RunCheck) {
  const url = `https://${repoUrl}`;
  const address = repositoryAddress(url);
  const app = address && github.apps.get(address.host);
  if (!address || !app) return undefined;
  const installed = await github.installations.find(app, address, false);
  if (installed?.installation.permissions.checks !== "write") {
    const fix = "Grant the GitHub App Checks: write and install it for the repository";
    log.info({ runId, repoUrl }, `the run isn't reported as a check on GitHub. ${fix}`);
    return undefined;
  }
  const repository = await github.repository(url, false);
  if (!repository) return undefined;
  const branches = await repository.repository.branchFamily(branch);
  return { repository, branch, sha: branches.find(({ name }) => name === branch)?.id };
}

function request<T>(
  { repository: { api, resource } }: Target,
  route: string,
  parameters: object,
  schema: z.ZodType<T>,
): Promise<T> {
  const [owner, repo] = resource.full_name.split("/");
  const what = resource.full_name;
  return api.call(route, { what, background: false, parameters: { owner, repo, ...parameters } }, schema);
}

/** The run's check on the head, if an earlier attempt created it and its response was lost. */
async function findReported(target: Target, { runId, attempts }: RunCheck): Promise<ReportedCheck | undefined> {
  if (attempts <= 1 || target.sha === undefined) return undefined;
  const parameters = { ref: target.sha, check_name: checkName, per_page: 100 };
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const known = await request(target, route, parameters, ReportedChecks);
  return known.check_runs.find(({ external_id }) => external_id === runId);
}

/** What GitHub shows for the run. It has no texts of the agent, because the repository can be public. */
function contentOf({ settings }: Context, { agentId, runId, conclusion, createdAt }: RunCheck) {
  const details = new URL(`/agents/${agentId}`, settings.webUrl).href;
  const state =
    conclusion === null
      ? { status: "in_progress", started_at: isoTime(createdAt) }
      : { status: "completed", conclusion, completed_at: isoTime(createdAt) };
  const title = conclusion === null ? "Run in progress" : titles[conclusion];
  const output = { title, summary: `[View the agent in Slipway](${details})` };
  return { name: checkName, external_id: runId, details_url: details, ...state, output };
}

function create(context: Context, target: Target, check: RunCheck): Promise<ReportedCheck> {
  const parameters = { head_sha: target.sha, ...contentOf(context, check) };
  return request(target, "POST /repos/{owner}/{repo}/check-runs", parameters, ReportedCheck);
}

/** Completes the check run of the active run, and creates one on the head if the run pushed. */
async function reportEnded(context: Context, target: Target, check: RunCheck): Promise<void> {
  const found = check.checkRunId === null ? await findReported(target, check) : undefined;
  const id = check.checkRunId ?? found?.id;
  const route = "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}";
  const completed =
    id === undefined || found?.status === "completed"
      ? found
      : await request(target, route, { check_run_id: id, ...contentOf(context, check) }, ReportedCheck);
  if (target.sha === undefined || completed?.head_sha === target.sha) return;
  // A check run on the head whose response was lost isn't the one that was completed above.
  if (check.checkRunId !== null && (await findReported(target, check))) return;
  await create(context, target, check);
}

/** Reports the run. Returns the id of the check run to complete when the run ends. */
async function report(context: Context & WithGitHub, check: RunCheck): Promise<number | undefined> {
  const target = await locate(context, check);
  if (!target) return undefined;
  if (check.conclusion !== null) {
    await reportEnded(context, target, check);
    return undefined;
  }
  if (target.sha === undefined) return undefined;
  return ((await findReported(target, check)) ?? (await create(context, target, check))).id;
}

/** Deletes a request, or keeps that of an active run until the run ends. If it ended meanwhile, its end is due now. */
async function settle({ db, clock }: Context, check: RunCheck, checkRunId: number | undefined): Promise<void> {
  const { id, conclusion } = check;
  const same = eq(githubRunChecks.id, id);
  if (conclusion !== null) return void (await db.delete(githubRunChecks).where(same));
  const active = and(same, isNull(githubRunChecks.conclusion));
  if (checkRunId === undefined) await db.delete(githubRunChecks).where(active);
  else await db.update(githubRunChecks).set({ checkRunId, dueAt: never }).where(active);
  await db
    .update(githubRunChecks)
    .set({ dueAt: clock.now(), ...(checkRunId === undefined ? {} : { checkRunId }) })
    .where(and(same, isNotNull(githubRunChecks.conclusion)));
}

/**
 * Reports runs as check runs, where the app can write checks: active ones as in progress. Repeated while GitHub is unavailable;
 * a run that was reported once isn't reported again.
 */
export async function reportRunChecks(context: Context & WithGitHub): Promise<void> {
  for (const check of await claim(context)) {
    let checkRunId: number | undefined;
    try {
      checkRunId = await report(context, check);
    } catch (error) {
      if (!(error instanceof GitHubProblem)) throw error;
      context.log.warn({ err: error, runId: check.runId }, "couldn't report a run on GitHub");
      if (error.kind === "unavailable" && check.attempts < maxAttempts) continue;
    }
    await settle(context, check, checkRunId);
  }
}
