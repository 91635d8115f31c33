import { and, asc, eq, sql } from "drizzle-orm";
import { createPullRequest } from "@/lib/contract/hosting/create-pull-request";
import { createPullRequestComment } from "@/lib/contract/hosting/create-pull-request-comment";
import { createPullRequestReview } from "@/lib/contract/hosting/create-pull-request-review";
import { listPullRequestComments } from "@/lib/contract/hosting/list-pull-request-comments";
import { listPullRequestReviews } from "@/lib/contract/hosting/list-pull-request-reviews";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { mergePullRequest } from "@/lib/contract/hosting/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { requestReviewers } from "@/lib/contract/hosting/request-reviewers";
import { updatePullRequest } from "@/lib/contract/hosting/update-pull-request";
import { updatePullRequestThread } from "@/lib/contract/hosting/update-pull-request-thread";
import type { Context } from "../core/context";
import { users } from "../core/store/tables/people";
import { readReference } from "../git/references";
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
import { type Act, actAs, type DemoContext } from "./act-as";
import { demoAddress, findDemo } from "./demo-repository";
import { type DemoActor, type DemoPull, demoPulls } from "./orders/demo-pulls";
import { ada } from "./orders/people";
import { demoReporter } from "./report-demo-checks";

const [firstName, lastName] = ada.name.split(" ");

/** The demo's second person: of the first team, without any key, so nobody signs in as them. */
async function colleagueOf({ db, clock, ids }: Context, teamId: number) {
  const createdAt = clock.now();
  await db
    .insert(users)
    .values({ actorId: ids.typed("user"), email: ada.email, firstName, lastName, teamId, createdAt })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, ada.email), eq(users.teamId, teamId)));
  return row;
}

type Report = Awaited<ReturnType<typeof demoReporter>>["report"];
type People = Record<DemoActor, { act: Act; actorId: string }>;

async function findPeople(context: DemoContext): Promise<People | undefined> {
  const [owner] = await context.db.select().from(users).orderBy(asc(users.id)).limit(1);
  const colleague = owner && (await colleagueOf(context, owner.teamId));
  if (!owner || !colleague) return undefined;
  return {
    owner: { act: actAs(context, owner), actorId: owner.actorId },
    colleague: { act: actAs(context, colleague), actorId: colleague.actorId },
  };
}

/**
 * What happened to a pull request after it was opened; answers how many checks were reported. Each step looks whether it
 * was done, so a crash costs nothing.
 */
async function follow(people: People, report: Report, given: DemoPull, pull: PullRequest): Promise<number> {
  const { asks, checks, review, replies = [], resolved = [], end } = given;
  const author = people[given.by];
  const params = { ...demoAddress, pullNumber: pull.number };
  const comments = async () =>
    (await author.act(listPullRequestComments, listPullRequestCommentsOperation, { params })).comments;
  const threadOf = async (body: string) => (await comments()).find((comment) => comment.body === body)?.thread.id;

  const reported = checks ? await report(checks, pull) : [];
  if (asks) {
    const body = { users: [people[asks].actorId] };
    await author.act(requestReviewers, requestReviewersOperation, { params, body });
  }
  if (review) {
    const { by, ...body } = review;
    const { reviews } = await author.act(listPullRequestReviews, listPullRequestReviewsOperation, { params });
    if (reviews.length === 0) {
      await people[by].act(createPullRequestReview, createPullRequestReviewOperation, { params, body });
    }
  }
  for (const { by, body, to } of replies) {
    if (await threadOf(body)) continue;
    const threadId = to && (await threadOf(to));
    await people[by].act(createPullRequestComment, createPullRequestCommentOperation, {
      params,
      body: { body, ...(threadId ? { threadId } : {}) },
    });
  }
  for (const body of resolved) {
    const threadId = await threadOf(body);
    if (!threadId) continue;
    await author.act(updatePullRequestThread, updatePullRequestThreadOperation, {
      params: { ...demoAddress, threadId },
      body: { resolved: true },
    });
  }
  if (end === "closed") {
    await author.act(updatePullRequest, updatePullRequestOperation, { params, body: { state: "closed" } });
  }
  if (end === "merged") {
    await people.owner.act(mergePullRequest, mergePullRequestOperation, { params, body: { mergeMethod: "merge" } });
  }
  return reported.length;
}

async function pullOf({ owner }: People, head: string): Promise<PullRequest | undefined> {
  const { pullRequests } = await owner.act(listPullRequests, listPullRequestsOperation, {
    params: demoAddress,
    query: { state: "all", head, direction: "asc", pageSize: "1" },
  });
  return pullRequests[0];
}

async function openPull(people: People, given: DemoPull): Promise<PullRequest> {
  const { by, head, base, title, body, draft = false, parent } = given;
  const below = parent && (await pullOf(people, parent));
  return people[by].act(createPullRequest, createPullRequestOperation, {
    params: demoAddress,
    body: { head, base, title, body, draft, ...(below ? { parentPullRequest: { number: below.number } } : {}) },
  });
}

/**
 * Opens the demo's pull requests, once, after the service accepts requests. The last one is the mark that all are
 * there: what people do with them afterwards stays. After a crash the next start goes on where this one stopped. A demo
 * of an earlier release, without these branches, is left alone.
 */
export async function createDemoPulls(context: DemoContext, signal: AbortSignal): Promise<void> {
  const demo = await findDemo(context);
  const last = demoPulls.at(-1);
  if (!demo || !last) return;
  const dir = context.repositories.path(demo.id);
  if (!(await readReference(dir, `refs/heads/${last.head}`))) return;
  const people = await findPeople(context);
  if (!people || (await pullOf(people, last.head))) return;
  const { report, guardReleases } = await demoReporter(context, people.owner.act);
  let checks = 0;
  for (const given of demoPulls) {
    if (signal.aborted) return;
    // What went into a release before was merged without it.
    if (given.checks) await guardReleases();
    const pull = (await pullOf(people, given.head)) ?? (await openPull(people, given));
    checks += await follow(people, report, given, pull);
  }
  context.log.info({ count: demoPulls.length, checks }, "the pull requests of the demo are ready");
}
