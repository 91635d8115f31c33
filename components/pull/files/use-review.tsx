"use client";

import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { ReviewButton } from "@/components/reviews/review-button";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { useMergeAfterApproval } from "./use-merge-after-approval";
import type { Committer } from "./use-suggestion-batch";

export interface ReviewedPull {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  me: Committer;
  canWrite: boolean;
}

/** The button that opens the review form of a version, `null` for users who can't review, and a function that opens the form. */
export function useReview({ name, pull, repository, me, canWrite }: ReviewedPull, version: string) {
  const [isOpen, setIsOpen] = useState(false);
  const merge = useMergeAfterApproval({ name, pull, repository, version, me });
  const review = canWrite ? (
    <ReviewButton name={name} pull={pull} version={version} open={isOpen} onOpenChange={setIsOpen} merge={merge} />
  ) : null;
  return { review, onReview: () => setIsOpen(true) };
}
