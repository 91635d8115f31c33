"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { ReviewForm } from "@/components/reviews/review-form";
import { commentsQuery, groupThreads, reviewsQuery, type Thread } from "@/components/reviews/review-queries";
import { ThreadView } from "@/components/reviews/thread-view";
import { CallFailure } from "@/components/ui/call-failure";
import { NextPageButton } from "@/components/ui/next-page-button";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { TimelineEvent } from "@/lib/contract/hosting/pulls/list-pull-request-timeline";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import type { RuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { BypassEntry } from "./bypass-entry";
import { timelineQuery } from "./detail-queries";
import { OpenThreads } from "./open-threads";
import { ReviewEntry } from "./review-entry";
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
  const live = { refetchInterval: refreshMs };
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
        <OpenThreads
          count={threads.filter(({ resolvedAt }) => resolvedAt === undefined).length}
          more={comments.hasNextPage}
          list={list}
        />
        <ol className="space-y-3">
          {entries.map((entry) => (
            <li key={keyOf(entry)}>
              {"review" in entry ? (
                <ReviewEntry name={name} review={entry.review} />
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
