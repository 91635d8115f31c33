import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { branchOf } from "@/git/refs/branch-of";
import { isObjectId } from "@/git/refs/resolve-revision";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { QueryOf } from "@/lib/contract/operation";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pageOf, readPage, readPosition } from "../../core/http/page-token";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import { users } from "../../core/store/tables/users";
import { requireRepository } from "../access/repository-access";
import { managedActorId } from "../actors/actor";
import { pullRequestBodies } from "./pull-request-body";
import { selectPullRequests } from "./pull-request-row";

type Query = QueryOf<typeof listPullRequests>;

/** Page key: the last row's creation or update time, and its number. */
const After = z.tuple([z.number().int(), z.number().int()]);

const nothing = sql`false`;

function stateIs(state: Query["state"]): SQL | undefined {
  if (state === "all") return undefined;
  return state === "closed" ? ne(pullRequests.state, "open") : eq(pullRequests.state, state);
}

/** Filters by actor id or email. An unknown email matches no pull requests. */
async function authorIs(context: Context, author: string): Promise<SQL> {
  if (/^(?:user|app|sa)_[A-Za-z0-9-]+$/.test(author)) return eq(pullRequests.authorId, author);
  if (!author.includes("@") || author === managedActorId(context)) {
    throw apiError.repohost("InvalidArgument", "author must be an actor id or an email address", "author");
  }
  const [user] = await context.db
    .select({ id: users.actorId })
    .from(users)
    .where(eq(sql`lower(${users.email})`, author.toLowerCase()));
  return user ? eq(pullRequests.authorId, user.id) : nothing;
}

function headShaIs(context: Context, sha: string): SQL {
  const id = sha.toLowerCase();
  if (!isObjectId(id)) return nothing;
  return inArray(
    pullRequests.id,
    context.db
      .select({ id: pullRequestVersions.pullRequestId })
      .from(pullRequestVersions)
      .where(eq(pullRequestVersions.headSha, id)),
  );
}

/** Pull requests by creation or update time; filters are combined with AND (specification, section 4 Pull requests,
 *  * rule 1). */
export const listPullRequestsOperation = implement(listPullRequests, async ({ principal, params, query }, context) => {
  const repository = await requireRepository(context, principal, params);
  const { sortBy, direction } = query;
  const list = `pulls ${repository.id} ${sortBy} ${direction}`;
  const page = readPage(list, query);

  const column = sortBy === "created" ? pullRequests.createdAt : pullRequests.updatedAt;
  const [order, beyond] = direction === "asc" ? [asc, gt] : [desc, lt];
  const [time, number] = readPosition(page.after, After) ?? [];
  const where = and(
    eq(pullRequests.repositoryId, repository.id),
    stateIs(query.state),
    query.head === undefined ? undefined : eq(pullRequests.headRef, branchOf(query.head) ?? query.head),
    query.base === undefined ? undefined : eq(pullRequests.baseRef, branchOf(query.base) ?? query.base),
    query.author === undefined ? undefined : await authorIs(context, query.author),
    query.since === undefined ? undefined : gte(pullRequests.createdAt, Date.parse(query.since)),
    query.until === undefined ? undefined : lte(pullRequests.createdAt, Date.parse(query.until)),
    query.headSha === undefined ? undefined : headShaIs(context, query.headSha),
    query.stackId === undefined ? undefined : eq(pullRequests.stackId, query.stackId),
    time === undefined || number === undefined
      ? undefined
      : or(beyond(column, time), and(eq(column, time), beyond(pullRequests.number, number))),
  );
  const rows = await selectPullRequests(context.db, where)
    .orderBy(order(column), order(pullRequests.number))
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf(list, page.size, rows, ({ pull }) =>
    JSON.stringify([sortBy === "created" ? pull.createdAt : pull.updatedAt, pull.number]),
  );
  return { pullRequests: await pullRequestBodies(context, repository, items), nextPageToken };
});
