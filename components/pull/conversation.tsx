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
import { useStillBelow } from "./use-still-below";

const refreshMs = 10_000;

type Entry = { at: string; review: PullRequestReview } | { at: string; thread: Thread };

/** Comments published together: those of the review first, then by file and line. */
function byPlace(a: Entry, b: Entry): number {
  if (!("thread" in a && "thread" in b)) return "thread" in a ? 1 : "thread" in b ? -1 : 0;
  const [one, other] = [a.thread.place, b.thread.place];
  return (one.path ?? "").localeCompare(other.path ?? "") || (one.startLine ?? 0) - (other.startLine ?? 0);
}

/** Reviews and threads on one timeline, the requested reviewers, and the form for the user's own review. */
export function Conversation({ name, pull, mayAct }: { name: PullName; pull: PullRequest; mayAct: boolean }) {
  const live = { refetchInterval: refreshMs, refetchIntervalInBackground: false };
  const comments = useInfiniteQuery({ ...commentsQuery(name), ...live });
  const reviews = useInfiniteQuery({ ...reviewsQuery(name), ...live });
  const reviewers = useQuery(reviewersQuery(name));
  const threads = threadsOf(comments.data?.pages.flatMap((page) => page.comments) ?? []);
  const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
  const entries: Entry[] = [
    ...submitted.map((review) => ({ at: review.submittedAt ?? "", review })),
    ...threads.map((thread) => ({ at: thread.comments[0]?.createdAt ?? "", thread })),
  ].sort((a, b) => a.at.localeCompare(b.at) || byPlace(a, b));
  const error = comments.error ?? reviews.error;
  const asked = [
    ...(reviewers.data?.users.map(({ id, displayName, email }) => displayName ?? (email || id)) ?? []),
    ...(reviewers.data?.groups.map(({ id }) => id) ?? []),
  ];
  const more = comments.hasNextPage || reviews.hasNextPage;
  const said = useRef<HTMLDivElement>(null);
  useStillBelow(said);

  return (
    <section aria-label="Conversation" className="space-y-3">
      <div ref={said} className="space-y-3">
        {asked.length > 0 ? (
          <p className="text-muted-foreground text-sm">Waiting for a review of {asked.join(", ")}.</p>
        ) : null}
        {error ? (
          <CallFailure
            error={error}
            onRetry={() => {
              void comments.refetch();
              void reviews.refetch();
            }}
          >
            Not everything that was said could be read.
          </CallFailure>
        ) : null}
        <ol className="space-y-3">
          {entries.map((entry) => (
            <li key={"review" in entry ? entry.review.id : entry.thread.id}>
              {"review" in entry ? (
                <ReviewEntry review={entry.review} />
              ) : (
                <ThreadView name={name} thread={entry.thread} mayAct={mayAct} place />
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
      {mayAct ? <ReviewForm name={name} pull={pull} /> : null}
    </section>
  );
}

const looks = {
  approve: { word: "approved", icon: CircleCheck, look: "text-success" },
  request_changes: { word: "requested changes on", icon: CircleX, look: "text-danger" },
  comment: { word: "reviewed", icon: MessageSquare, look: "text-muted-foreground" },
} as const;

const isVerdict = (verdict: string): verdict is keyof typeof looks => Object.hasOwn(looks, verdict);

function ReviewEntry({ review }: { review: PullRequestReview }) {
  const { verdict, author, submittedAt, body, dismissal, pullRequestVersion } = review;
  const {
    word,
    icon: Icon,
    look,
  } = isVerdict(verdict)
    ? looks[verdict]
    : { word: `reviewed: ${verdict}`, icon: MessageSquare, look: "text-muted-foreground" };
  return (
    <article className="space-y-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
        <span>
          <span className="font-medium">{actorName(author)}</span> {word} version {pullRequestVersion.number}
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
