"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, MessageSquare } from "lucide-react";
import { useRef } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { ReviewForm } from "@/components/reviews/review-form";
import {
  commentsQuery,
  reviewersQuery,
  reviewsQuery,
  type Thread,
  threadsOf,
} from "@/components/reviews/review-queries";
import { ThreadView } from "@/components/reviews/thread-view";
import { MarkdownText } from "@/components/transcript/markdown";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { actorName } from "@/lib/model/hosting/actor-name";
import { useScrollAnchor } from "./use-scroll-anchor";

const refreshMs = 10_000;

type Entry = { at: string; review: PullRequestReview } | { at: string; thread: Thread };

/** Orders comments published at the same time: the review first, then by file and line. */
function byLocation(a: Entry, b: Entry): number {
  if (!("thread" in a && "thread" in b)) return "thread" in a ? 1 : "thread" in b ? -1 : 0;
  const [one, other] = [a.thread, b.thread];
  return (one.path ?? "").localeCompare(other.path ?? "") || (one.startLine ?? 0) - (other.startLine ?? 0);
}

/** The timeline of reviews and threads, the requested reviewers, and the review form. */
export function Conversation({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const live = { refetchInterval: refreshMs, refetchIntervalInBackground: false };
  const comments = useInfiniteQuery({ ...commentsQuery(name), ...live });
  const reviews = useInfiniteQuery({ ...reviewsQuery(name), ...live });
  const reviewers = useQuery(reviewersQuery(name));
  const threads = threadsOf(comments.data?.pages.flatMap((page) => page.comments) ?? []);
  const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
  const entries: Entry[] = [
    ...submitted.map((review) => ({ at: review.submittedAt ?? "", review })),
    ...threads.map((thread) => ({ at: thread.comments[0]?.createdAt ?? "", thread })),
  ].sort((a, b) => a.at.localeCompare(b.at) || byLocation(a, b));
  const error = comments.error ?? reviews.error;
  const requested = [
    ...(reviewers.data?.users.map(({ id, displayName, email }) => displayName ?? (email || id)) ?? []),
    ...(reviewers.data?.groups.map(({ id }) => id) ?? []),
  ];
  const more = comments.hasNextPage || reviews.hasNextPage;
  const timeline = useRef<HTMLDivElement>(null);
  useScrollAnchor(timeline);

  return (
    <section aria-label="Conversation" className="space-y-3">
      <div ref={timeline} className="space-y-3">
        {requested.length > 0 ? (
          <p className="text-muted-foreground text-sm">Waiting for review from {requested.join(", ")}.</p>
        ) : null}
        {error ? (
          <CallFailure
            error={error}
            onRetry={() => {
              void comments.refetch();
              void reviews.refetch();
            }}
          >
            Couldn't load the full conversation.
          </CallFailure>
        ) : null}
        <ol className="space-y-3">
          {entries.map((entry) => (
            <li key={"review" in entry ? entry.review.id : entry.thread.id}>
              {"review" in entry ? (
                <ReviewEntry review={entry.review} />
              ) : (
                <ThreadView name={name} thread={entry.thread} canWrite={canWrite} showLocation />
              )}
            </li>
          ))}
        </ol>
        {more ? (
          <Button
            onClick={() => {
              if (comments.hasNextPage) void comments.fetchNextPage();
              if (reviews.hasNextPage) void reviews.fetchNextPage();
            }}
          >
            Show more
          </Button>
        ) : null}
      </div>
      {canWrite ? <ReviewForm name={name} pull={pull} /> : null}
    </section>
  );
}

const verdicts = {
  approve: { label: "approved", icon: CircleCheck, look: "text-success" },
  request_changes: { label: "requested changes on", icon: CircleX, look: "text-danger" },
  comment: { label: "reviewed", icon: MessageSquare, look: "text-muted-foreground" },
} as const;

const isVerdict = (verdict: string): verdict is keyof typeof verdicts => Object.hasOwn(verdicts, verdict);

function ReviewEntry({ review }: { review: PullRequestReview }) {
  const { verdict, author, submittedAt, body, dismissal, pullRequestVersion } = review;
  const {
    label,
    icon: Icon,
    look,
  } = isVerdict(verdict)
    ? verdicts[verdict]
    : { label: `reviewed (${verdict})`, icon: MessageSquare, look: "text-muted-foreground" };
  return (
    <article className="space-y-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
        <span>
          <span className="font-medium">{actorName(author)}</span> {label} version {pullRequestVersion.number}
        </span>
        {submittedAt ? <RelativeTime iso={submittedAt} className="text-muted-foreground text-xs" /> : null}
        {dismissal ? (
          <Badge tone="warning" title={dismissal.message}>
            Dismissed
          </Badge>
        ) : null}
      </p>
      {body.trim() ? (
        <div className="rounded-md border p-3">
          <MarkdownText text={body} />
        </div>
      ) : null}
      {dismissal ? <p className="text-muted-foreground text-xs">Dismissed: {dismissal.message}</p> : null}
    </article>
  );
}
