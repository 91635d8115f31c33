import { z } from "zod";
import { openEnum } from "../../open-enum";
import { Actor } from "../actor";
import { CheckRun, CheckSuite } from "../check";
import { CommentReaction, CommentThread, PullRequestComment } from "../comment";
import { AppInstallation } from "../installation";
import { Label } from "../label";
import { PullRequest, PullRequestReference, RepositoryReference } from "../pull-request";
import { Repo } from "../repo";
import { PullRequestReview } from "../review";
import { RuleBypass } from "../rule-bypass";
import {
  sampleActor,
  sampleApp,
  sampleCheck,
  sampleInstallation,
  sampleLabel,
  samplePull,
  samplePullReference,
  sampleReference,
  sampleRepo,
  sampleReview,
  sampleThread,
} from "./webhook-samples";

/** The `event.payload` of some event types (hosting contract, section 1.10). */
export interface WebhookPayload {
  /** Name of its schema in the OpenAPI document. */
  name: string;
  events: readonly string[];
  schema: z.ZodType;
  example: unknown;
}

function payload<S extends z.ZodType>(
  name: string,
  events: readonly string[],
  schema: S,
  example: z.input<S>,
): WebhookPayload {
  return { name: `${name}WebhookPayload`, events, schema, example };
}

const headCommitIdentity = z.looseObject({ name: z.string(), email: z.string(), date: z.string() });

const RefUpdate = z.looseObject({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  created: z.boolean(),
  deleted: z.boolean(),
  forced: z.boolean(),
  headCommit: z
    .looseObject({ sha: z.string(), author: headCommitIdentity, committer: headCommitIdentity, message: z.string() })
    .optional(),
  bypass: RuleBypass.optional(),
});

const AppReference = z.looseObject({ id: z.string(), displayName: z.string().optional() });

const InstallationEventPayload = z.looseObject({
  installation: AppInstallation.extend({
    repositories: z.array(RepositoryReference),
    repositoriesCount: z.number().int(),
    deletedAt: z.string().optional(),
  }),
  app: AppReference,
});

const sampleIdentity = { name: "Ada Lovelace", email: "ada@example.com", date: "2026-07-01T10:02:00+02:00" };
const moment = "2026-07-01T10:03:00.000Z";
const onPull = { pullRequest: samplePullReference };

const onInstallation = (event: string, more: object = {}) =>
  payload(`Installation${event}`, [`installation.${event.toLowerCase()}`], InstallationEventPayload, {
    installation: { ...sampleInstallation, ...more },
    app: sampleApp,
  });

const CheckRunPayload = z.looseObject({ repository: RepositoryReference, checkSuite: CheckSuite, checkRun: CheckRun });

/** All webhook payloads, each with its event types and a sample. */
export const webhookPayloads: readonly WebhookPayload[] = [
  payload("RepositoryCreated", ["repository.created"], z.looseObject({ repository: Repo }), { repository: sampleRepo }),
  payload(
    "RepositoryMetadataUpdated",
    ["repository.metadata.updated"],
    z.looseObject({ repository: Repo, bypass: RuleBypass.optional() }),
    {
      repository: { ...sampleRepo, defaultBranch: "trunk", updatedAt: moment },
    },
  ),
  payload(
    "RepositoryDeleted",
    ["repository.deleted"],
    z.looseObject({ repository: RepositoryReference, deletedAt: z.string() }),
    { repository: sampleReference, deletedAt: moment },
  ),
  payload(
    "RepositoryPush",
    ["repository.pushed"],
    z.looseObject({
      repository: RepositoryReference,
      refUpdates: z.array(RefUpdate).max(100),
      refUpdatesCount: z.number().int(),
      pushedAt: z.string(),
      pusher: Actor.optional(),
    }),
    {
      repository: sampleReference,
      refUpdates: [
        {
          ref: "refs/heads/main",
          before: samplePull.base.sha,
          after: samplePull.head.sha,
          created: false,
          deleted: false,
          forced: false,
          headCommit: {
            sha: samplePull.head.sha,
            author: sampleIdentity,
            committer: sampleIdentity,
            message: "Add telemetry\n",
          },
        },
      ],
      refUpdatesCount: 1,
      pushedAt: moment,
      pusher: sampleActor,
    },
  ),
  payload(
    "PullRequest",
    [
      "pull_request.created",
      "pull_request.head_ref.pushed",
      "pull_request.base_ref.updated",
      "pull_request.metadata.updated",
      "pull_request.closed",
      "pull_request.merged",
      "pull_request.reopened",
      "pull_request.published",
    ],
    z.looseObject({ pullRequest: PullRequest.omit({ labels: true }), repository: RepositoryReference }),
    { pullRequest: samplePull, repository: sampleReference },
  ),
  payload(
    "PullRequestLabel",
    ["pull_request.label.added", "pull_request.label.removed"],
    z.looseObject({ pullRequest: PullRequestReference, label: Label, actor: Actor.optional() }),
    { ...onPull, label: sampleLabel, actor: sampleActor },
  ),
  payload(
    "PullRequestComment",
    ["pull_request.comment.created"],
    z.looseObject({ pullRequest: PullRequestReference, comment: PullRequestComment.omit({ reactions: true }) }),
    {
      ...onPull,
      comment: {
        id: "cmt_qw4tnvbz6x2ykd3mhrp5ajcl7e",
        thread: sampleThread,
        body: "Should this be bounded?",
        author: sampleActor,
        createdAt: moment,
        updatedAt: moment,
      },
    },
  ),
  payload(
    "PullRequestCommentReaction",
    ["pull_request.comment.reaction.added", "pull_request.comment.reaction.removed"],
    z.looseObject({
      pullRequest: PullRequestReference,
      comment: z.looseObject({ id: z.string(), thread: CommentThread }),
      reaction: CommentReaction,
    }),
    {
      ...onPull,
      comment: { id: "cmt_qw4tnvbz6x2ykd3mhrp5ajcl7e", thread: { id: sampleThread.id } },
      reaction: { content: "rocket", emoji: "🚀", reactor: sampleActor },
    },
  ),
  payload(
    "PullRequestReview",
    ["pull_request.review.submitted", "pull_request.review.dismissed"],
    z.looseObject({ pullRequest: PullRequestReference, review: PullRequestReview }),
    { ...onPull, review: sampleReview },
  ),
  payload(
    "PullRequestReviewer",
    ["pull_request.reviewer.added", "pull_request.reviewer.removed", "pull_request.reviewer.rerequested"],
    z.looseObject({
      pullRequest: PullRequestReference,
      reviewer: z.looseObject({
        user: z.looseObject({ id: z.string(), email: z.string() }).optional(),
        group: z.looseObject({ id: z.string() }).optional(),
      }),
      createdVia: openEnum(["manual", "codeowners"]),
      createdBy: Actor.optional(),
      createdAt: z.string(),
    }),
    {
      ...onPull,
      reviewer: { user: { id: "user_h5x3mvbq7tnzp2ykd6wrjac4el", email: "grace@example.com" } },
      createdVia: "manual",
      createdBy: sampleActor,
      createdAt: moment,
    },
  ),
  payload("CheckRun", ["repository.check_run.created", "repository.check_run.completed"], CheckRunPayload, sampleCheck),
  payload("CheckRunRerequested", ["repository.check_run.rerequested"], CheckRunPayload, {
    ...sampleCheck,
    checkRun: { ...sampleCheck.checkRun, status: "rerequested", rerequestedAt: moment, rerequestedBy: sampleActor },
  }),
  onInstallation("Created"),
  onInstallation("Updated"),
  onInstallation("Suspended", { suspendedAt: moment }),
  onInstallation("Unsuspended"),
  onInstallation("Deleted", { deletedAt: moment }),
  payload("Ping", ["ping"], z.looseObject({ app: AppReference }), { app: sampleApp }),
];
