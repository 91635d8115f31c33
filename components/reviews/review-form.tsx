"use client";

import { GitMerge } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { isByAgent } from "@/lib/model/hosting/actor-name";
import { counted } from "@/lib/model/plural";
import { type InlineDraft, isWritten } from "./review-draft";
import { type Reviewer, useReviewer } from "./reviewer";
import type { Verdict } from "./sync-review-draft";
import { usePreview } from "./use-preview";
import { useReviewDraft, useReviewSummary } from "./use-review-draft";
import { useReviewPublication } from "./use-review-publication";

const verdicts: readonly { value: Verdict; label: string; description: string }[] = [
  { value: "comment", label: "Comment", description: "Give general feedback" },
  { value: "approve", label: "Approve", description: "Approve merging these changes" },
  { value: "request_changes", label: "Request changes", description: "Feedback that must be addressed before merging" },
];

/** Describes what will be published: the number of comments, their versions, and the open drafts. */
function publicationSummary(finished: readonly InlineDraft[], open: number, latest: string): string {
  const older = finished.flatMap(({ version }) => (version === undefined || version === latest ? [] : version));
  const parts = [
    finished.length === 0
      ? "Comments you add in the diff are published with the review."
      : `${counted(finished.length, "comment")} will be published.`,
  ];
  if (older.length > 0) {
    const versions = [...new Set(older)].sort((a, b) => Number(a) - Number(b)).join(", ");
    parts.push(`Comments on version ${versions} are published on that version.`);
  }
  if (open > 0) parts.push(`${counted(open, "draft")} not added.`);
  return parts.join(" ");
}

/**
 * The review form of the conversation, with the summary, the verdict and the drafts of the diff. One line until it is focused
 * or has a draft.
 */
export function ReviewForm({ name, pull }: { name: PullName; pull: PullRequest }) {
  const publication = useReviewPublication(name, pull.id);
  const { value: summary } = useReviewSummary(pull.id);
  const { drafts } = useReviewDraft(pull.id);
  const [isStarted, setStarted] = useState(false);
  const isCompact = !isStarted && summary === "" && drafts.length === 0;
  return (
    <section className={isCompact ? "" : "space-y-3 rounded-md border p-3"}>
      <h2 className="sr-only">Your review</h2>
      <ReviewFields
        name={name}
        pull={pull}
        publication={publication}
        isCompact={isCompact}
        onStart={() => setStarted(true)}
      />
    </section>
  );
}

/** Merges a pull request that the user has approved. */
export interface MergeAfterApproval {
  run: () => Promise<void>;
  /** Nothing is open that has to be confirmed. */
  isClear: boolean;
  /** The dialog that shows what is open. */
  confirm: (actions: { onConfirm: () => void; onClose: () => void }) => ReactNode;
}

interface ReviewFieldsProps {
  name: PullName;
  pull: PullRequest;
  /** The reviewed version, if it isn't the latest. */
  version?: string;
  publication: ReturnType<typeof useReviewPublication>;
  onPublished?: () => void;
  /** Shows only the summary, as one line. */
  isCompact?: boolean;
  /** The summary is focused. */
  onStart?: () => void;
  /** Merges the pull request once the user has approved it; `undefined` if more than that is missing. */
  merge?: MergeAfterApproval | undefined;
}

/** Users can approve what an agent opened for them. */
const isOwnPull = ({ author }: PullRequest, me: Reviewer | undefined): boolean =>
  me !== undefined && author.user?.email === me.email && !isByAgent(author);

/** The verdict of a review, and what publishes it. */
function useReviewFields({ pull, version, publication, onPublished, merge }: ReviewFieldsProps) {
  const summary = useReviewSummary(pull.id);
  const { drafts } = useReviewDraft(pull.id);
  const [chosen, setVerdict] = useState<Verdict>("comment");
  const { mutateAsync, isPending } = publication.publish;
  const latest = version ?? pull.version.number;
  /** The version whose merge the user is confirming. */
  const [confirming, setConfirming] = useState<string>();
  // A verdict on a closed or merged pull request has no effect.
  const isOpen = pull.state === "open";
  const verdict = isOpen ? chosen : "comment";
  const finished = drafts.filter((draft) => !draft.open && isWritten(draft));
  const publishAs = (as: Verdict, then?: () => Promise<void>) => {
    // The form can be unmounted by then, so the mutation's own callbacks might not be called.
    mutateAsync({ verdict: as, versionNumber: latest }).then(
      () => {
        setVerdict("comment");
        if (then) void then();
        else toast.success("Review published.");
        onPublished?.();
      },
      () => undefined,
    );
  };
  const ready = verdict === "approve" || summary.value.trim() !== "" || finished.length > 0;
  const approveAndMerge = () => {
    setConfirming(undefined);
    if (merge) publishAs("approve", merge.run);
  };
  return {
    summary,
    isOpen,
    verdict,
    setVerdict,
    isPending,
    ready,
    isOwn: isOwnPull(pull, useReviewer()),
    note: `${publicationSummary(finished, drafts.filter(({ open }) => open).length, latest)}${
      latest === pull.version.number ? "" : ` You are reviewing version ${latest}.`
    }`,
    submit(event: FormEvent) {
      event.preventDefault();
      if (ready && !isPending) publishAs(verdict);
    },
    startMerge: merge?.isClear ? approveAndMerge : () => setConfirming(latest),
    confirmation:
      confirming === latest
        ? merge?.confirm({ onConfirm: approveAndMerge, onClose: () => setConfirming(undefined) })
        : null,
  };
}

/** Publishes the verdict, the summary and the drafts of the diff together. */
export function ReviewFields(props: ReviewFieldsProps) {
  const { name, publication, isCompact = false, onStart, merge } = props;
  const fields = useReviewFields(props);
  const { summary, isOpen, isOwn, verdict, setVerdict, isPending, submit } = fields;
  const { preview, button } = usePreview(summary.value);
  return (
    <>
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
        aria-label="Your review"
        className="space-y-3 text-sm"
      >
        <PublicationFailure {...publication} />
        {preview ?? (
          <PromptTextarea
            aria-label="Summary"
            aria-keyshortcuts="r"
            placeholder={isCompact ? "Comment…" : "Summary (Markdown)"}
            rows={isCompact ? 1 : 3}
            className={isCompact ? "min-h-9 [resize:none]" : ""}
            value={summary.value}
            onValue={summary.write}
            onFocus={onStart}
            source={{ users: name }}
          />
        )}
        {isOpen && !isCompact ? <VerdictChoice verdict={verdict} onChange={setVerdict} isOwn={isOwn} /> : null}
        <div hidden={isCompact} className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={!fields.ready || isPending}>
            {isPending ? "Publishing…" : "Publish review"}
          </Button>
          {merge && !isOwn ? (
            <Button disabled={isPending} onClick={fields.startMerge}>
              <GitMerge aria-hidden />
              Approve and merge
            </Button>
          ) : null}
          {button}
          <p className="text-muted-foreground text-xs">{fields.note}</p>
        </div>
      </form>
      {/* Outside the form, which would receive its events. */}
      {fields.confirmation}
    </>
  );
}

function PublicationFailure({ publish, saveError }: ReviewFieldsProps["publication"]) {
  if (publish.error) {
    return <CallFailure error={publish.error}>Couldn't publish the review. Your draft is saved.</CallFailure>;
  }
  if (!saveError) return null;
  return (
    <CallFailure error={saveError}>Couldn't save your draft on the server. It is saved in this browser.</CallFailure>
  );
}

interface VerdictChoiceProps {
  verdict: Verdict;
  onChange: (verdict: Verdict) => void;
  /** Own pull requests can't be approved. */
  isOwn: boolean;
}

function VerdictChoice({ verdict, onChange, isOwn }: VerdictChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="sr-only">Verdict</legend>
      {verdicts.map(({ value, label, description }) => (
        <label
          key={value}
          className="flex items-center gap-1.5 has-disabled:text-muted-foreground"
          title={isOwn && value === "approve" ? "You can't approve your own pull request" : description}
        >
          <input
            type="radio"
            name="verdict"
            value={value}
            checked={value === verdict}
            disabled={isOwn && value === "approve"}
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
