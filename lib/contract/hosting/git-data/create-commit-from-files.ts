import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { objectId } from "./git-ref";

/** Maximum file changes per commit. */
export const maxFileChanges = 1_000;
export const maxFileBytes = 8 * 1024 * 1024;
export const maxCommitBytes = 32 * 1024 * 1024;
const maxMessageLength = 100_000;
/** The files in base64, plus paths and the message. */
const commitBodyBytes = 48 * 1024 * 1024;

const identity = (what: string) =>
  z
    .string("is required")
    .max(256, "must be at most 256 characters")
    .regex(/^[^<>\n\r]*$/, "must not contain <, > or a line break")
    .refine((text) => text.trim() !== "" && text.isWellFormed(), `must be ${what}`);

export const CommitSignature = z.object({ name: identity("a name"), email: identity("an email address") });

export const CommitFileChange = z
  .object({
    path: z.string("is required"),
    content: z.string().optional(),
    delete: z.literal(true, "must be true if set").optional(),
    encoding: z.enum(["utf-8", "base64"], "must be utf-8 or base64").default("utf-8"),
    mode: z.enum(["file", "executable", "symlink"], "must be file, executable or symlink").default("file"),
  })
  .refine((change) => (change.content === undefined) !== (change.delete === undefined), {
    message: "must set exactly one of content and delete",
  });
export type CommitFileChange = z.infer<typeof CommitFileChange>;

export const createCommitFromFiles = defineOperation({
  id: "createCommitFromFiles",
  summary: "Commit file changes to a branch",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/commits:createFromFiles",
  pathParams: RepoPath,
  bodyBytes: commitBodyBytes,
  body: z.object({
    targetBranch: z.string("is required").min(1, "is required"),
    expectedHeadSha: objectId,
    message: z
      .string("is required")
      .max(maxMessageLength, `must be at most ${maxMessageLength} characters`)
      .refine((text) => text.trim() !== "" && text.isWellFormed(), "must not be empty"),
    author: CommitSignature,
    committer: CommitSignature.optional(),
    files: z
      .array(CommitFileChange, "is required")
      .min(1, "must contain at least one change")
      .max(maxFileChanges, `must contain at most ${maxFileChanges} changes`),
  }),
  response: z.looseObject({ sha: z.string(), treeSha: z.string(), previousHeadSha: z.string() }),
  scopes: ["repository:contents:write"],
  conflicts: true,
  points: 10,
});
