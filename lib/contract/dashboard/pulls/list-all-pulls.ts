import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { PullRequest } from "../../hosting/pull-request";
import { maxAllPullsPages } from "./all-pulls-pages";

const maxFilterLength = 200;
const words = z.string().trim().max(maxFilterLength, `must be at most ${maxFilterLength} characters`).default("");

export const RepositoryPull = z.object({
  repository: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  /** Its `body` is empty. */
  pull: PullRequest,
});
export type RepositoryPull = z.infer<typeof RepositoryPull>;

export const AllPullsFilters = z.strictObject({
  state: z.enum(["open", "closed", "merged", "all"], "must be open, closed, merged or all").default("open"),
  /** Words in the title, the number, the repository or the head branch. */
  q: words,
  /** Words in the author's name or email address; `me`: you, or an agent on your behalf. */
  author: words,
  /** Words in the name of a label. */
  label: words,
  /** `me`: your review is requested. */
  reviewer: z.enum(["", "me"], "must be me").default(""),
});
export type AllPullsFilters = z.output<typeof AllPullsFilters>;

const pages = `must be a number from 1 to ${maxAllPullsPages}`;

export const listAllPulls = defineOperation({
  id: "listAllPulls",
  summary: "List pull requests of all repositories you can read",
  method: "GET",
  path: "/dashboard/pulls",
  query: AllPullsFilters.extend({
    /** Pages to return. Each also searches 50 more repositories. */
    pages: z.coerce.number(pages).int(pages).min(1, pages).max(maxAllPullsPages, pages).default(1),
  }),
  response: z.object({
    /** Most recently updated first. */
    pulls: z.array(RepositoryPull),
    /** Whether more pages could return more. */
    more: z.boolean(),
    /** Why some couldn't be fetched. */
    problem: z.string().optional(),
  }),
});
