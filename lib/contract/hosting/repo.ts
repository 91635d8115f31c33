import { z } from "zod";
import { openEnum } from "../open-enum";
import { RepositoryMirror } from "./mirror";

/** A namespace as an owner; `type` is absent when it can't be resolved. */
export const Owner = z.looseObject({ slug: z.string(), id: z.string(), type: openEnum(["team", "user"]).optional() });

export type Owner = z.infer<typeof Owner>;

/** A repository record (hosting specification, section 2 Repository). */
export const Repo = z.looseObject({
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  owner: Owner,
  defaultBranch: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pushedAt: z.string().optional(),
  cloneUrl: z.string(),
  mirror: RepositoryMirror.optional(),
  visibility: openEnum(["internal", "private"]),
  allowMergeCommit: z.boolean(),
  allowSquashMerge: z.boolean(),
  deleteBranchOnMerge: z.boolean(),
});
export type Repo = z.infer<typeof Repo>;

export const OwnerPath = z.object({ ownerSlug: z.string() });
export const RepoPath = z.object({ ownerSlug: z.string(), repoName: z.string() });

/** Slugs reserved by paths. */
export const reservedSlugs: ReadonlySet<string> = new Set(["_", "v0", "v1", "api", "admin"]);
