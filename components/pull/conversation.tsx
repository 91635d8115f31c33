"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, MessageSquare } from "lucide-react";
import { useRef } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { ReviewForm } from "@/components/reviews/review-form";
import { commentsQuery, groupThreads, reviewsQuery, type Thread } from "@/components/reviews/review-queries";
import { ThreadView } from "@/components/reviews/thread-view";
import { MarkdownText } from "@/components/transcript/markdown";
import { Badge } from "@/components/ui/badge";
import { CallFailure } from "@/components/ui/call-failure";
import { NextPageButton } from "@/components/ui/next-page-button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TimelineEvent } from "@/lib/contract/hosting/list-pull-request-timeline";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { actorName } from "@/lib/model/hosting/actor-name";
import { BypassEntry } from "./bypass-entry";
import { timelineQuery } from "./detail-queries";
import { OpenThreads } from "./open-threads";
import { ThreadSnippet } from "./thread-snippet";
import { TimelineEntry } from "./timeline-entry";
import { useScrollAnchor } from "./use-scroll-anchor";

const refreshMs = 10_000;

type Entry =
  | { at: string; review: PullRequestReview }
  | { at: string; thread: Thread }
  | { at: string; event: TimelineEvent }
  | { at: string; bypass: RuleBypass };

function keyOf(entry: Entry): string {
  if ("review" in entry) return entry.review.id;
  if ("event" in entry) return `event ${entry.event.id}`;
  return "thread" in entry ? entry.thread.id : "bypass";
}

/** Orders entries with the same time: changes by their ids, the review, then comments by file and line. */
function byLocation(a: Entry, b: Entry): number {
  if ("event" in a && "event" in b) return Number(a.event.id) - Number(b.event.id);
  if ("event" in a || "event" in b) return "event" in a ? -1 : 1;
  if (!("thread" in a && "thread" in b)) return "thread" in a ? 1 : "thread" in b ? -1 : 0;
  const [one, other] = [a.thread, b.thread];
  return (one.path ?? "").localeCompare(other.path ?? "") || (one.startLine ?? 0) - (other.startLine ?? 0);
}

/** The timeline of changes, reviews and threads, and the review form. */
export function Conversation({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const live = { refetchInterval: refreshMs, refetchIntervalInBackground: false };
  const comments = useInfiniteQuery({ ...commentsQuery(name), ...live });
  const reviews = useInfiniteQuery({ ...reviewsQuery(name), ...live });
  const timeline = useInfiniteQuery({ ...timelineQuery(name), ...live });
  const threads = groupThreads(comments.data?.pages.flatMap((page) => page.comments) ?? []);
  const submitted = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
  const entries: Entry[] = [
    ...submitted.map((review) => ({ at: review.submittedAt ?? "", review })),
    ...threads.map((thread) => ({ at: thread.comments[0]?.createdAt ?? "", thread })),
    ...(timeline.data?.pages ?? []).flatMap(({ events }) =>
      // The bypass entry also shows who merged it.
      events
        .filter(({ type }) => type !== "merged" || !pull.mergeBypass)
        .map((event) => ({ at: event.createdAt, event })),
    ),
    ...(pull.mergeBypass ? [{ at: pull.mergedAt ?? "", bypass: pull.mergeBypass }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at) || byLocation(a, b));
  const error = comments.error ?? reviews.error ?? timeline.error;
  const list = useRef<HTMLDivElement>(null);
  useScrollAnchor(list);

  return (
    <section aria-label="Conversation" className="space-y-3">
      <div ref={list} className="space-y-3">
        {error ? (
          <CallFailure
            error={error}
            onRetry={() => {
              void comments.refetch();
              void reviews.refetch();
              void timeline.refetch();
            }}
          >
            Couldn't load the full conversation.
          </CallFailure>
        ) : null}
        <OpenThreads count={threads.filter(({ resolvedAt }) => resolvedAt === undefined).length} list={list} />
        <ol className="space-y-3">
          {entries.map((entry) => (
            <li key={keyOf(entry)}>
              {"review" in entry ? (
                <ReviewEntry review={entry.review} />
              ) : "event" in entry ? (
                <TimelineEntry name={name} pull={pull} event={entry.event} />
              ) : "thread" in entry ? (
                <ThreadView
                  name={name}
                  thread={entry.thread}
                  canWrite={canWrite}
                  showLocation
                  snippet={<ThreadSnippet name={name} pull={pull} thread={entry.thread} />}
                />
              ) : (
                <BypassEntry bypass={entry.bypass} at={entry.at} />
              )}
            </li>
          ))}
        </ol>
        <NextPageButton of={[comments, reviews, timeline]} />
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
