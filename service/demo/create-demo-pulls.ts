import { and, asc, eq, sql } from "drizzle-orm";
import { readReference } from "@/git/refs/references";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { requestReviewers } from "@/lib/contract/hosting/reviewers/request-reviewers";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import type { Context } from "../core/context";
import { users } from "../core/store/tables/users";
import { createPullRequestCommentOperation } from "../hosting/comments/create-pull-request-comment";
import { listPullRequestCommentsOperation } from "../hosting/comments/list-pull-request-comments";
import { updatePullRequestThreadOperation } from "../hosting/comments/update-pull-request-thread";
import { mergePullRequestOperation } from "../hosting/mergeability/merge-pull-request";
import { createPullRequestOperation } from "../hosting/pulls/create-pull-request";
import { listPullRequestsOperation } from "../hosting/pulls/list-pull-requests";
import { updatePullRequestOperation } from "../hosting/pulls/update-pull-request";
import { requestReviewersOperation } from "../hosting/reviewers/request-reviewers";
import { createPullRequestReviewOperation } from "../hosting/reviews/create-pull-request-review";
import { listPullRequestReviewsOperation } from "../hosting/reviews/list-pull-request-reviews";
import { actAs, type CallOperation, type DemoContext } from "./act-as";
import { type DemoActor, type DemoColleague, type DemoPull, readDemoPulls } from "./demo-pulls";
import { demoAddress, findDemo } from "./demo-repository";
import { demoReporter } from "./report-demo-checks";

/** Adds the demo's second user to a team. They have no API key, so no one can sign in as them. */
async function addColleague({ db, clock, ids }: Context, colleague: DemoColleague, teamId: number) {
  await db
    .insert(users)
    .values({ ...colleague, actorId: ids.typed("user"), teamId, createdAt: clock.now() })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, colleague.email), eq(users.teamId, teamId)));
  return row;
}

type Report = Awaited<ReturnType<typeof demoReporter>>["report"];
type DemoActors = Record<DemoActor, { call: CallOperation; actorId: string }>;

async function findActors(context: DemoContext, demoColleague: DemoColleague): Promise<DemoActors | undefined> {
  const [owner] = await context.db.select().from(users).orderBy(asc(users.id)).limit(1);
  const colleague = owner && (await addColleague(context, demoColleague, owner.teamId));
  if (!owner || !colleague) return undefined;
  return {
    owner: { call: actAs(context, owner), actorId: owner.actorId },
    colleague: { call: actAs(context, colleague), actorId: colleague.actorId },
  };
}

/**
 * Applies the fixture's checks, reviews, comments and outcome to a pull request and returns how many check runs were
 * reported. Skips steps that are already done, so it can run again after a crash.
 */
async function complete(actors: DemoActors, report: Report, demoPull: DemoPull, pull: PullRequest): Promise<number> {
  const { checks, reviewer, review, comments, outcome } = demoPull;
  const author = actors[demoPull.author];
  const params = { ...demoAddress, pullNumber: pull.number };
  const threadOf = async (text: string) => {
    const listed = await author.call(listPullRequestComments, listPullRequestCommentsOperation, { params });
    return listed.comments.find(({ body }) => body === text)?.thread.id;
  };
  const comment = async (by: DemoActor, body: string, threadId?: string) => {
    if (await threadOf(body)) return;
    await actors[by].call(createPullRequestComment, createPullRequestCommentOperation, {
      params,
      body: { body, ...(threadId ? { threadId } : {}) },
    });
  };

  const reported = checks ? await report(checks, pull) : [];
  if (reviewer) {
    const body = { users: [actors[reviewer].actorId] };
    await author.call(requestReviewers, requestReviewersOperation, { params, body });
  }
  if (review) {
    const { reviews } = await author.call(listPullRequestReviews, listPullRequestReviewsOperation, { params });
    if (reviews.length === 0) {
      const { verdict, body } = review;
      const reviewComments = review.comments.map(({ replies: _, resolved: __, ...each }) => each);
      await actors[review.author].call(createPullRequestReview, createPullRequestReviewOperation, {
        params,
        body: { verdict, body, comments: reviewComments },
      });
    }
    for (const { body, replies = [], resolved } of review.comments) {
      const threadId = await threadOf(body);
      if (!threadId) continue;
      for (const reply of replies) await comment(reply.author, reply.body, threadId);
      if (!resolved) continue;
      await author.call(updatePullRequestThread, updatePullRequestThreadOperation, {
        params: { ...demoAddress, threadId },
        body: { resolved: true },
      });
    }
  }
  for (const { author: by, body } of comments) await comment(by, body);
  if (outcome === "closed") {
    await author.call(updatePullRequest, updatePullRequestOperation, { params, body: { state: "closed" } });
  }
  if (outcome === "merged") {
    await actors.owner.call(mergePullRequest, mergePullRequestOperation, { params, body: { mergeMethod: "merge" } });
  }
  return reported.length;
}

async function pullOf({ owner }: DemoActors, head: string): Promise<PullRequest | undefined> {
  const { pullRequests } = await owner.call(listPullRequests, listPullRequestsOperation, {
    params: demoAddress,
    query: { state: "all", head, direction: "asc", pageSize: "1" },
  });
  return pullRequests[0];
}

async function openPull(actors: DemoActors, demoPull: DemoPull): Promise<PullRequest> {
  const { author, head, base, title, body, draft, parent } = demoPull;
  const parentPull = parent && (await pullOf(actors, parent));
  return actors[author].call(createPullRequest, createPullRequestOperation, {
    params: demoAddress,
    body: {
      head,
      base,
      title,
      body,
      draft,
      ...(parentPull ? { parentPullRequest: { number: parentPull.number } } : {}),
    },
  });
}

/**
 * Opens the demo's pull requests once, after the service accepts requests. If the last one exists, all of them are
 * complete, and changes users made since are kept. After a crash, the next start continues where this one stopped. A
 * demo repository created by an earlier release doesn't have these branches and isn't changed.
 */
export async function createDemoPulls(context: DemoContext, signal: AbortSignal): Promise<void> {
  const { colleague, pullRequests } = await readDemoPulls();
  const demo = await findDemo(context);
  const last = pullRequests.at(-1);
  if (!demo || !last) return;
  const dir = context.repositories.path(demo.id);
  if (!(await readReference(dir, `refs/heads/${last.head}`))) return;
  const actors = await findActors(context, colleague);
  if (!actors || (await pullOf(actors, last.head))) return;
  const { report, createReleaseRuleset } = await demoReporter(context, actors.owner.call);
  let checks = 0;
  for (const demoPull of pullRequests) {
    if (signal.aborted) return;
    // The backport was merged before the ruleset existed.
    if (demoPull.checks) await createReleaseRuleset();
    const pull = (await pullOf(actors, demoPull.head)) ?? (await openPull(actors, demoPull));
    checks += await complete(actors, report, demoPull, pull);
  }
  context.log.info({ count: pullRequests.length, checks }, "demo pull requests created");
}
