import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";

const maxQueryLength = 200;

/** An extension of the specification. */
export const listEligibleReviewers = defineOperation({
  id: "listEligibleReviewers",
  summary: "List users and groups whose reviews of a repository's pull requests can be requested",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/eligible-reviewers",
  pathParams: RepoPath,
  query: z.looseObject({
    /** Part of a name, email address, handle or slug. */
    q: z.string().trim().max(maxQueryLength, `must be at most ${maxQueryLength} characters`).default(""),
  }),
  response: z.looseObject({
    /** At most 20, by email address. */
    users: z.array(
      z.looseObject({
        id: z.string(),
        email: z.string(),
        displayName: z.string().optional(),
        handle: z.string().optional(),
      }),
    ),
    /** At most 20, by slug. */
    groups: z.array(z.looseObject({ id: z.string(), slug: z.string() })),
  }),
  scopes: ["repository:pull_requests:reviews:read"],
  preview: true,
});
