import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { Actor } from "../actor";
import { RepohostPageQuery } from "../pagination";
import { PullRequestPath, PullRequestVersionReference } from "../pull-request";

export const timelineEventTypes = [
  "opened",
  "pushed",
  "title_changed",
  "description_changed",
  "base_changed",
  "stack_parent_changed",
  "converted_to_draft",
  "marked_ready",
  "closed",
  "reopened",
  "merged",
  "labeled",
  "unlabeled",
  "review_requested",
  "review_rerequested",
  "review_request_removed",
  "thread_resolved",
  "thread_reopened",
  "head_branch_deleted",
  "head_branch_restored",
] as const;

export const closeReasons = ["head_deleted", "unrelated_head"] as const;

/** A change of a pull request. Reviews and comments have separate lists. */
export const TimelineEvent = z.looseObject({
  id: z.string(),
  type: openEnum(timelineEventTypes),
  /** Absent for the service itself and for deleted users. */
  actor: Actor.optional(),
  createdAt: z.string(),
  /** The version that the event added. */
  version: PullRequestVersionReference.optional(),
  /** The change of the head. Commits are those that neither the old head nor the base has. Both are absent if they couldn't be read. */
  push: z
    .looseObject({
      before: z.string(),
      after: z.string(),
      forced: z.boolean().optional(),
      commits: z.number().int().optional(),
    })
    .optional(),
  /** The old and new title or base branch. */
  change: z.looseObject({ from: z.string(), to: z.string() }).optional(),
  /** The new stack parent; absent when it was cleared. */
  parentPullRequest: z.looseObject({ number: z.string() }).optional(),
  /** As it was at the time. */
  label: z.looseObject({ name: z.string(), color: z.string() }).optional(),
  reviewer: z
    .looseObject({
      user: z.looseObject({ id: z.string(), email: z.string(), displayName: z.string().optional() }).optional(),
      group: z.looseObject({ id: z.string(), slug: z.string().optional() }).optional(),
    })
    .optional(),
  /** The resolved or reopened thread; `path` is absent for a thread about the whole pull request. */
  thread: z.looseObject({ id: z.string(), path: z.string().optional() }).optional(),
  /** Why the service closed it. */
  closeReason: openEnum(closeReasons).optional(),
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const listPullRequestTimeline = defineOperation({
  id: "listPullRequestTimeline",
  summary: "List the changes of a pull request, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/timeline",
  pathParams: PullRequestPath,
  query: RepohostPageQuery,
  response: z.looseObject({ events: z.array(TimelineEvent), nextPageToken: z.string() }),
  scopes: ["repository:pull_requests:read"],
  preview: true,
});
