import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { listPullRequests } from "../../hosting/pulls/list-pull-requests";
import { AllPullsFilters, RepositoryPull } from "./list-all-pulls";

const { base, head, headSha, since, until, stackId, sortBy, direction } = listPullRequests.query.shape;

export const listRepositoryPulls = defineOperation({
  id: "listRepositoryPulls",
  summary: "List pull requests of a repository, with more filters than the hosting API has",
  method: "GET",
  path: "/dashboard/pulls/{ownerSlug}/{repoName}",
  pathParams: z.object({ ownerSlug: z.string(), repoName: z.string() }),
  query: AllPullsFilters.extend({
    base,
    head,
    headSha,
    since,
    until,
    stackId,
    sortBy,
    direction,
    pageToken: z.string().optional(),
  }),
  response: z.object({
    /** Can be empty on any page. */
    pulls: z.array(RepositoryPull),
    nextPageToken: z.string(),
  }),
});
