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
import { commentOf, mostComments, type PlannedReview, planReviews } from "./review-plan";
import { useReviewDraft } from "./use-review-draft";

const verdicts: readonly { value: Verdict; label: string; what: string }[] = [
  { value: "comment", label: "Comment", what: "Say something without a verdict" },
  { value: "approve", label: "Approve", what: "It can be merged" },
  { value: "request_changes", label: "Request changes", what: "It must not be merged like this" },
];

/** Describes what will be published: how many comments, in how many reviews, and which stay drafts. */
function planSummary(plan: readonly PlannedReview[], open: number, latest: string): string {
  const comments = plan.reduce((sum, each) => sum + each.comments.length, 0);
  const older = plan.filter(({ versionNumber }) => versionNumber !== latest);
  const parts = [
    comments === 0
      ? "Comments you write in the diff are published with it."
      : `${counted(comments, "comment")} ${plural(comments, "goes", "go")} with it.`,
  ];
  if (older.length > 0) {
    const versions = [...new Set(older.map(({ versionNumber }) => versionNumber))].join(", ");
    parts.push(`Those written on version ${versions} are published on that version.`);
  }
  if (plan.length > 1) {
    parts.push(
      `They become ${plan.length} reviews, as one holds ${mostComments} comments of one version; the verdict comes last.`,
    );
  }
  if (open > 0) parts.push(`${counted(open, "comment")} you are still writing ${plural(open, "stays", "stay")}.`);
  return parts.join(" ");
}

interface ReviewFormProps {
  name: PullName;
  pull: PullRequest;
  /** The version being reviewed, if it isn't the latest: the verdict is about that version. */
  version?: string;
}

/** Publishes a verdict, a summary and the comments written in the diff, together. */
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
      // The form shows the error; what was published isn't sent again.
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
            ? `${counted(done, "comment")} ${plural(done, "was", "were")} published; the others and the verdict were not. Everything you wrote is kept.`
            : "Nothing was published; everything you wrote is kept."}
        </CallFailure>
      ) : null}
      <Textarea
        aria-label="Summary"
        placeholder="Summary, in Markdown"
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
          {latest === pull.version.number ? "" : ` The verdict is on version ${latest}, which is what you see.`}
        </p>
      </div>
    </form>
  );
}

function VerdictChoice({ verdict, onChange }: { verdict: Verdict; onChange: (verdict: Verdict) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Verdict</legend>
      {verdicts.map(({ value, label, what }) => (
        <label key={value} className="flex items-center gap-1.5" title={what}>
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
