import { z } from "zod";
import { RepohostErrorBody } from "@/lib/contract/errors";
import { Actor } from "@/lib/contract/hosting/actor";
import { App, AppSigningKey } from "@/lib/contract/hosting/apps/app";
import { Branch } from "@/lib/contract/hosting/branches/list-branches";
import { CheckRun, CheckRunAnnotation, CheckRunWriteResult, CheckSuite } from "@/lib/contract/hosting/check";
import { CommentThread, PullRequestComment } from "@/lib/contract/hosting/comment";
import { Commit, CommitAuthor, CommitStats, GitCommit } from "@/lib/contract/hosting/commit";
import { CommitFile } from "@/lib/contract/hosting/commit-file";
import { Content } from "@/lib/contract/hosting/contents/content";
import { GrepMatch } from "@/lib/contract/hosting/contents/grep-contents";
import { CommitSignature } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { GitTreeEntry } from "@/lib/contract/hosting/git-data/get-tree";
import { GitRef, TaggedObject } from "@/lib/contract/hosting/git-data/git-ref";
import { Label } from "@/lib/contract/hosting/label";
import { Mergeability, MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import { MirrorTransitionJob, RepositoryMirror } from "@/lib/contract/hosting/mirror";
import {
  PullRequest,
  PullRequestReference,
  PullRequestVersion,
  RepositoryReference,
} from "@/lib/contract/hosting/pull-request";
import { Owner, Repo } from "@/lib/contract/hosting/repo";
import { PullRequestReview } from "@/lib/contract/hosting/review";
import { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import { SshCertificateAuthority } from "@/lib/contract/hosting/ssh/ssh-certificate-authority";
import { WebhookDelivery } from "@/lib/contract/hosting/webhooks/webhook-delivery";

/** Schemas by the names of the hosting API's contract. */
export const hostingSchemas = {
  Actor,
  App,
  AppSigningKey,
  Branch,
  CheckRun,
  CheckRunAnnotation,
  CheckRunWriteResult,
  CheckSuite,
  CommentThread,
  Commit,
  CommitAuthor,
  CommitFile,
  CommitSignature,
  CommitStats,
  Content,
  GitCommit,
  GitRef,
  GitTreeEntry,
  GrepContentsMatch: GrepMatch,
  Label,
  MirrorTransitionJob,
  Owner,
  PullRequest,
  PullRequestComment,
  PullRequestMergeability: Mergeability,
  PullRequestMergeabilityBlocker: MergeBlocker,
  PullRequestReference,
  PullRequestReview,
  PullRequestVersion,
  Repo,
  RepositoryMirror,
  RepositoryReference,
  Ruleset,
  SshCertificateAuthority,
  Status: RepohostErrorBody,
  TaggedObject,
  WebhookDelivery,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Schemas the specification names, in addition to those named where they are defined. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get<S extends z.core.$ZodType>(schema: S) {
    return super.get(schema) ?? z.globalRegistry.get(schema);
  }
}

export const namedSchemas = new NamedSchemas();
for (const [id, schema] of Object.entries(hostingSchemas)) namedSchemas.add(schema, { id });
