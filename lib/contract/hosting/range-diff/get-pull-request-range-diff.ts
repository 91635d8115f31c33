import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { PullRequestPath, PullRequestVersionReference } from "../pull-request";

const version = z.string().regex(/^[1-9][0-9]{0,8}$/, "must be the number of a version");

const Position = z.looseObject({ position: z.number().int(), sha: z.string() });

/** A commit of one version and its counterpart in the other. */
export const RangeDiffPair = z.looseObject({
  status: openEnum(["unchanged", "changed", "removed", "added"]),
  /** Positions are counted from 1. */
  before: Position.optional(),
  after: Position.optional(),
  subject: z.string(),
  /** The difference between the two patches of a changed commit. */
  patch: z.string().optional(),
});
export type RangeDiffPair = z.infer<typeof RangeDiffPair>;

export const getPullRequestRangeDiff = defineOperation({
  id: "getPullRequestRangeDiff",
  summary: "Compare the commits of two versions of a pull request",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/range_diff",
  pathParams: PullRequestPath,
  query: z.looseObject({ from: version, to: version }),
  response: z.looseObject({
    from: PullRequestVersionReference,
    to: PullRequestVersionReference,
    pairs: z.array(RangeDiffPair),
    /** Whether patches are missing because they are too large. */
    limitHit: z.boolean(),
  }),
  scopes: ["repository:pull_requests:read"],
  preview: true,
  points: 10,
});
