import { z } from "zod";
import { openEnum } from "../../open-enum";
import { CommentTarget, commentBody, versionNumber } from "../comment";
import { pullRequestBody } from "../pull-request";
import { PullRequestReview, verdicts } from "../review";

const maxComments = 50;
/** A draft is written over days, on several versions. */
const maxDraftComments = 500;

export const ReviewComment = CommentTarget.extend({ body: commentBody });
export type ReviewComment = z.infer<typeof ReviewComment>;

/** A comment of a draft is published on the version it was written on, by default on the draft's. */
export const DraftComment = ReviewComment.extend({ versionNumber });
export type DraftComment = z.infer<typeof DraftComment>;

/** What a review consists of, submitted or not. */
export const reviewContent = {
  body: pullRequestBody.optional(),
  versionNumber,
  comments: z.array(ReviewComment).max(maxComments, `must contain at most ${maxComments} comments`).optional(),
};

export const draftContent = {
  ...reviewContent,
  comments: z.array(DraftComment).max(maxDraftComments, `must contain at most ${maxDraftComments} comments`).optional(),
};

export const verdict = z.enum(verdicts, "must be approve, request_changes or comment");

/** A comment of a draft in a response, where values may be added later. */
const SavedComment = DraftComment.extend({
  inline: z
    .looseObject({
      path: z.string(),
      side: openEnum(["left", "right"]),
      startLine: z.number().int(),
      endLine: z.number().int().optional(),
    })
    .optional(),
});

/** An unsubmitted review. It has no `submittedAt`, and others can't see its comments. */
export const PullRequestReviewDraft = PullRequestReview.extend({
  comments: z.array(SavedComment),
  /** Changes with every write. */
  revision: z.string(),
  updatedAt: z.string(),
});
export type PullRequestReviewDraft = z.infer<typeof PullRequestReviewDraft>;
