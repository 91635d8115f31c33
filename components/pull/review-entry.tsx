"use client";

import { CircleCheck, CircleX, MessageSquare, Pencil } from "lucide-react";
import type { PullName } from "@/components/pulls/pull-queries";
import { EditForm } from "@/components/reviews/edit-form";
import { useEditReview } from "@/components/reviews/review-mutations";
import { useReviewer } from "@/components/reviews/reviewer";
import { useEditDraft } from "@/components/reviews/use-edit-draft";
import MarkdownText from "@/components/transcript/markdown";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import { actorName, ownName } from "@/lib/model/hosting/actor-name";

const verdicts = {
  approve: { label: "approved", icon: CircleCheck, look: "text-success" },
  request_changes: { label: "requested changes on", icon: CircleX, look: "text-danger" },
  comment: { label: "reviewed", icon: MessageSquare, look: "text-muted-foreground" },
} as const;

const isVerdict = (verdict: string): verdict is keyof typeof verdicts => Object.hasOwn(verdicts, verdict);

interface ReviewEntryProps {
  name: PullName;
  review: PullRequestReview;
}

/** A submitted review. Its author can edit its summary. */
export function ReviewEntry({ name, review }: ReviewEntryProps) {
  const { verdict, author, submittedAt, body, dismissal, pullRequestVersion } = review;
  const {
    label,
    icon: Icon,
    look,
  } = isVerdict(verdict)
    ? verdicts[verdict]
    : { label: `reviewed (${verdict})`, icon: MessageSquare, look: "text-muted-foreground" };
  const me = useReviewer();
  const edit = useEditDraft(review.id);
  const hasBody = body.trim() !== "";
  const isMine = me !== undefined && author.user?.email === me.email;
  return (
    <article className="space-y-1 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
        <Avatar name={ownName(author)} />
        <span>
          <span className="font-medium">{actorName(author)}</span> {label} version {pullRequestVersion.number}
        </span>
        {submittedAt ? <RelativeTime iso={submittedAt} className="text-muted-foreground text-xs" /> : null}
        {dismissal ? (
          <Badge tone="warning" title={dismissal.message}>
            Dismissed
          </Badge>
        ) : null}
        {isMine && hasBody ? (
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label="Edit your review"
            className="ml-auto"
            onClick={() => edit.start(body)}
          >
            <Pencil aria-hidden />
          </Button>
        ) : null}
      </p>
      {hasBody ? (
        <div className="rounded-md border p-3">
          {edit.isOpen ? (
            <EditReview name={name} review={review} takesFocus={edit.wasStarted} onClose={edit.end} />
          ) : (
            <MarkdownText text={body} />
          )}
        </div>
      ) : null}
      {dismissal ? <p className="text-muted-foreground text-xs">Dismissed: {dismissal.message}</p> : null}
    </article>
  );
}

interface EditReviewProps extends ReviewEntryProps {
  takesFocus: boolean;
  onClose: () => void;
}

function EditReview({ name, review, takesFocus, onClose }: EditReviewProps) {
  const { mutate, isPending, error } = useEditReview(name);
  const save = (body: string) => mutate({ reviewId: review.id, body }, { onSuccess: onClose });
  return (
    <EditForm
      repository={name}
      what="review"
      id={review.id}
      body={review.body}
      isPending={isPending}
      error={error}
      takesFocus={takesFocus}
      onSave={save}
      onClose={onClose}
    />
  );
}
