"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, EllipsisVertical, type LucideIcon, MessageSquare, UserPlus } from "lucide-react";
import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { TextAreaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type ReviewerState, reviewerStates } from "@/lib/model/pulls/reviewer-states";
import { useDismissReview, useRemoveReviewers, useRequestReviewers } from "./review-mutations";
import { reviewersQuery, reviewsQuery } from "./review-queries";

const RequestReviewersDialog = lazyPart(() => import("./request-reviewers-dialog"));

interface Look {
  icon: LucideIcon;
  color: string;
  text: string;
}

const looks: Readonly<Record<"requested" | "approve" | "request_changes" | "comment", Look>> = {
  requested: { icon: Clock, color: "text-warning", text: "Review requested" },
  approve: { icon: CircleCheck, color: "text-success", text: "Approved" },
  request_changes: { icon: CircleX, color: "text-danger", text: "Requested changes" },
  comment: { icon: MessageSquare, color: "text-muted-foreground", text: "Commented" },
};

interface ReviewerListProps {
  name: PullName;
  pull: PullRequest;
  canWrite: boolean;
}

/** Reviewers and requested reviewers with verdict and version, and actions to request, withdraw and dismiss. */
export function ReviewerList({ name, pull, canWrite }: ReviewerListProps) {
  const reviews = useInfiniteQuery(reviewsQuery(name));
  const requested = useQuery(reviewersQuery(name));
  const [requesting, setRequesting] = useState(false);
  const [dismissing, setDismissing] = useState<ReviewerState>();
  const states = reviewerStates(reviews.data?.pages.flatMap((page) => page.reviews) ?? [], requested.data);
  return (
    <section id="reviewers" aria-label="Reviewers" tabIndex={-1} className="space-y-1 text-sm">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">Reviewers</h2>
        {canWrite && pull.state === "open" ? (
          <Button size="small" variant="ghost" onClick={() => setRequesting(true)}>
            <UserPlus aria-hidden />
            Request review
          </Button>
        ) : null}
      </div>
      {states.length === 0 ? (
        <p className="text-muted-foreground text-xs">{reviews.isPending ? "Loading…" : "No reviews yet"}</p>
      ) : (
        <ul className="space-y-0.5">
          {states.map((state) => (
            <ReviewerRow
              key={state.id}
              name={name}
              state={state}
              latest={pull.version.number}
              canChange={canWrite && pull.state === "open"}
              onDismiss={() => setDismissing(state)}
            />
          ))}
        </ul>
      )}
      {requesting ? <RequestReviewersDialog name={name} suggested={[]} onClose={() => setRequesting(false)} /> : null}
      {dismissing?.reviewId ? (
        <DismissDialog
          name={name}
          reviewer={dismissing.name}
          reviewId={dismissing.reviewId}
          onClose={() => setDismissing(undefined)}
        />
      ) : null}
    </section>
  );
}

interface ReviewerRowProps {
  name: PullName;
  state: ReviewerState;
  latest: string;
  canChange: boolean;
  onDismiss: () => void;
}

function ReviewerRow({ name, state, latest, canChange, onDismiss }: ReviewerRowProps) {
  const { id, kind, isRequested, verdict, version, reviewId } = state;
  const request = useRequestReviewers(name);
  const remove = useRemoveReviewers(name);
  const { icon: Icon, color, text } = looks[isRequested || !verdict ? "requested" : verdict];
  const isOutdated = !isRequested && version !== undefined && version !== latest;
  const detail = isOutdated ? `${text} · outdated (version ${version})` : text;
  const onError = (error: Error) => toast.error("Couldn't update the reviewers.", { description: error.message });
  const withdraw = () =>
    remove.mutate({ users: kind === "group" ? [] : [id], groups: kind === "group" ? [id] : [] }, { onError });
  const requestAgain = () =>
    request.mutate([id], { onError, onSuccess: () => toast.success(`Requested review from ${state.name}.`) });
  const canRequest = !isRequested && kind === "user";
  return (
    <li className="flex min-h-7 items-center gap-2">
      <Icon aria-hidden className={`size-4 shrink-0 ${isOutdated ? "text-muted-foreground" : color}`} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{state.name}</span>
        <span className="block truncate text-muted-foreground text-xs">{detail}</span>
      </span>
      {canChange && (isRequested || canRequest || reviewId) ? (
        <Menu
          trigger={
            <Button variant="ghost" size="smallIcon" aria-label={`Actions for ${state.name}`}>
              <EllipsisVertical aria-hidden />
            </Button>
          }
        >
          {canRequest ? <MenuItem onSelect={requestAgain}>Re-request review</MenuItem> : null}
          {isRequested ? <MenuItem onSelect={withdraw}>Withdraw request</MenuItem> : null}
          {reviewId ? (
            <MenuItem danger onSelect={onDismiss}>
              Dismiss review…
            </MenuItem>
          ) : null}
        </Menu>
      ) : null}
    </li>
  );
}

interface DismissDialogProps {
  name: PullName;
  reviewer: string;
  reviewId: string;
  onClose: () => void;
}

function DismissDialog({ name, reviewer, reviewId, onClose }: DismissDialogProps) {
  const [message, setMessage] = useState("");
  const dismiss = useDismissReview(name);
  const submit = () =>
    dismiss.mutate(
      { reviewId, message },
      {
        onSuccess: () => {
          toast.success(`Dismissed the review by ${reviewer}.`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={`Dismiss the review by ${reviewer}`}
      description="The review stays in the conversation, but its verdict no longer counts."
      action="Dismiss review"
      pendingLabel="Dismissing…"
      danger
      ready={message.trim() !== ""}
      pending={dismiss.isPending}
      failure={dismiss.error}
      errorTitle="Couldn't dismiss the review."
      onClose={onClose}
      onSubmit={submit}
    >
      <TextAreaField label="Reason" rows={2} value={message} onValue={setMessage} />
    </FormDialog>
  );
}
