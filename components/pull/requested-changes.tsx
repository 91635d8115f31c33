"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleX } from "lucide-react";
import type { PullName } from "@/components/pulls/pull-queries";
import { reviewsQuery } from "@/components/reviews/review-queries";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { reviewerStates } from "@/lib/model/pulls/reviewer-states";
import { FixActions } from "./fix-actions";

interface RequestedChangesProps {
  name: PullName;
  /** Rules allow the merge anyway. */
  isMergeable: boolean;
  /** The user can change the branch. */
  canWrite: boolean;
}

/** Reviewers whose requested changes weren't dismissed or superseded. By themselves, these don't block a merge. */
export function RequestedChanges({ name, isMergeable, canWrite }: RequestedChangesProps) {
  const reviews = useInfiniteQuery(reviewsQuery(name));
  useFetchAllPages(reviews);
  const names = reviewerStates(reviews.data?.pages.flatMap((page) => page.reviews) ?? [], undefined)
    .filter(({ verdict }) => verdict === "request_changes")
    .map((reviewer) => reviewer.name);
  if (names.length === 0) return null;
  return (
    <>
      <p className="flex items-start gap-2 text-warning">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {new Intl.ListFormat("en-US").format(names)} requested changes.
          {isMergeable ? " This doesn't block merging into the base branch." : ""}
        </span>
      </p>
      {/* A pull request that can't be merged offers this below its blockers. */}
      {isMergeable && canWrite ? (
        <div className="flex flex-wrap gap-2">
          <FixActions name={name} />
        </div>
      ) : null}
    </>
  );
}
