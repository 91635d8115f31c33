"use client";

import { type FormEvent, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { counted, plural } from "@/lib/model/plural";
import { useSubmitReview, type Verdict } from "./review-mutations";
import { commentOf, maxComments, type PlannedReview, planReviews } from "./review-plan";
import { useReviewDraft } from "./use-review-draft";

const verdicts: readonly { value: Verdict; label: string; description: string }[] = [
  { value: "comment", label: "Comment", description: "Give general feedback" },
  { value: "approve", label: "Approve", description: "Approve merging these changes" },
  { value: "request_changes", label: "Request changes", description: "Feedback that must be addressed before merging" },
];

/** Describes what will be published: the number of comments and reviews, and the open drafts. */
function planSummary(plan: readonly PlannedReview[], open: number, latest: string): string {
  const comments = plan.reduce((sum, each) => sum + each.comments.length, 0);
  const older = plan.filter(({ versionNumber }) => versionNumber !== latest);
  const parts = [
    comments === 0
      ? "Comments you add in the diff are published with the review."
      : `${counted(comments, "comment")} will be published.`,
  ];
  if (older.length > 0) {
    const versions = [...new Set(older.map(({ versionNumber }) => versionNumber))].join(", ");
    parts.push(`Comments on version ${versions} are published on that version.`);
  }
  if (plan.length > 1) {
    parts.push(`They are split into ${plan.length} reviews of at most ${maxComments} comments each.`);
  }
  if (open > 0) parts.push(`${counted(open, "open draft")} ${plural(open, "isn't", "aren't")} included.`);
  return parts.join(" ");
}

interface ReviewFormProps {
  name: PullName;
  pull: PullRequest;
  /** The reviewed version, if it isn't the latest. */
  version?: string;
}

/** Publishes the verdict, the summary and the drafts of the diff together. */
export function ReviewForm({ name, pull, version }: ReviewFormProps) {
  const summary = useLocalStore(`draft.review-summary.${pull.id}`, plainText);
  const { drafts, forget } = useReviewDraft(pull.id);
  const [verdict, setVerdict] = useState<Verdict>("comment");
  const [done, setDone] = useState(0);
  const { mutateAsync, isPending, error } = useSubmitReview(name);
  const latest = version ?? pull.version.number;
  const plan = planReviews(drafts, latest);
  const comments = plan.flatMap((review) => review.comments);
  const ready = verdict === "approve" || summary.value.trim() !== "" || comments.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || isPending) return;
    setDone(0);
    const published = [];
    try {
      for (const review of plan) {
        const last = review.final && (verdict !== "comment" || summary.value.trim() !== "");
        if (review.comments.length === 0 && !last) continue;
        await mutateAsync({
          verdict: last ? verdict : "comment",
          body: last ? summary.value : "",
          versionNumber: review.versionNumber,
          comments: review.comments.map(commentOf),
        });
        published.push(...review.comments);
        setDone(published.length);
      }
    } catch {
      // The form shows the error. Published comments aren't sent again.
      forget(published);
      return;
    }
    forget(published);
    summary.forget(summary.value);
    setVerdict("comment");
    toast.success("Review published.");
  };
  return (
    <form onSubmit={submit} aria-label="Your review" className="space-y-3 rounded-md border p-3 text-sm">
      <h2 className="font-medium">Your review</h2>
      {error ? (
        <CallFailure error={error}>
          {done > 0
            ? `Only ${counted(done, "comment")} ${plural(done, "was", "were")} published. The rest of your review is saved as a draft.`
            : "Couldn't publish the review. Your draft is saved."}
        </CallFailure>
      ) : null}
      <Textarea
        aria-label="Summary"
        placeholder="Summary (Markdown)"
        rows={3}
        value={summary.value}
        onChange={(event) => summary.write(event.target.value)}
      />
      <VerdictChoice verdict={verdict} onChange={setVerdict} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={!ready || isPending}>
          {isPending ? "Publishing…" : "Publish review"}
        </Button>
        <p className="text-muted-foreground text-xs">
          {planSummary(plan, drafts.filter(({ open }) => open).length, latest)}
          {latest === pull.version.number ? "" : ` You are reviewing version ${latest}.`}
        </p>
      </div>
    </form>
  );
}

function VerdictChoice({ verdict, onChange }: { verdict: Verdict; onChange: (verdict: Verdict) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Verdict</legend>
      {verdicts.map(({ value, label, description }) => (
        <label key={value} className="flex items-center gap-1.5" title={description}>
          <input
            type="radio"
            name="verdict"
            value={value}
            checked={value === verdict}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
