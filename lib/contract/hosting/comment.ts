import { z } from "zod";
import { openEnum } from "../open-enum";
import { Actor } from "./actor";
import { int64Input } from "./int64-input";
import { PullRequestVersionReference, text } from "./pull-request";
import { RepoPath } from "./repo";

/** A comment's target (hosting specification, section 2): a line range, a file, or general discussion. */
export const CommentThread = z.looseObject({
  id: z.string(),
  version: PullRequestVersionReference.optional(),
  path: z.string().optional(),
  side: openEnum(["left", "right"]).optional(),
  startLine: z.number().int().optional(),
  endLine: z.number().int().optional(),
  resolvedAt: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type CommentThread = z.infer<typeof CommentThread>;

/** `content` is one of eight named emojis; `CONTENT_UNSPECIFIED` for any other. */
export const CommentReaction = z.looseObject({
  content: openEnum(["thumbs_up", "thumbs_down", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]),
  emoji: z.string(),
  reactor: Actor.optional(),
});
export type CommentReaction = z.infer<typeof CommentReaction>;

// The `v` flag is newer than the project's language level.
const flags = "v";
const emojiForm = new RegExp("^(?:\\p{RGI_Emoji}|\\p{Extended_Pictographic})$", flags);

/** A single emoji. */
export const emoji = z.string("is required").refine((value) => emojiForm.test(value), "must be one emoji");

export const PullRequestComment = z.looseObject({
  id: z.string(),
  thread: CommentThread,
  body: z.string(),
  author: Actor,
  /** Oldest first; absent from older services. */
  reactions: z.array(CommentReaction).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PullRequestComment = z.infer<typeof PullRequestComment>;

export const CommentPath = RepoPath.extend({ commentId: z.string() });

export const commentBody = text(65_536).refine((value) => value.trim() !== "", "must not be empty");

const line = z.number("must be a line number").int("must be a line number").min(1, "must be a line number");

/** A comment's target; at most one member. */
export const CommentTarget = z.looseObject({
  inline: z
    .looseObject({
      path: z.string("must be a path"),
      side: z.enum(["left", "right"], "must be left or right"),
      startLine: line,
      endLine: line.optional(),
    })
    .refine(({ startLine, endLine }) => endLine === undefined || endLine >= startLine, {
      path: ["endLine"],
      error: "must not be before startLine",
    })
    .optional(),
  file: z.looseObject({ path: z.string("must be a path") }).optional(),
  threadId: z.string("must be text").optional(),
});
export type CommentTarget = z.infer<typeof CommentTarget>;

/** The version commented on; 0 or absent means the latest. */
export const versionNumber = int64Input.optional();
