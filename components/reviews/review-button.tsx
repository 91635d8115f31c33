"use client";

import { MessageSquareText } from "lucide-react";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useUrlState } from "@/components/ui/use-url-state";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { formatRange } from "@/lib/model/diff/diff-position";
import { type InlineDraft, isWritten } from "./review-draft";
import { type MergeAfterApproval, ReviewFields } from "./review-form";
import { useReviewDraft } from "./use-review-draft";
import { useReviewPublication } from "./use-review-publication";

interface ReviewButtonProps {
  name: PullName;
  pull: PullRequest;
  /** The reviewed version. */
  version: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Merges the pull request once the user has approved it; `undefined` if more than that is missing. */
  merge?: MergeAfterApproval | undefined;
}

/** Opens the review form, with the pending comments and links to their lines. */
export function ReviewButton({ name, pull, version, open, onOpenChange, merge }: ReviewButtonProps) {
  const publication = useReviewPublication(name, pull.id);
  const { drafts } = useReviewDraft(pull.id);
  const url = useUrlState();
  const written = drafts.filter(isWritten);
  const show = ({ path, side, line, from = line }: InlineDraft) => {
    onOpenChange(false);
    url.set({ commit: "", layers: "", at: formatRange({ path, side, startLine: from, endLine: line }) });
  };
  return (
    <>
      <Button size="small" variant="primary" onClick={() => onOpenChange(true)}>
        <MessageSquareText aria-hidden />
        Review{written.length > 0 ? ` (${written.length})` : ""}
      </Button>
      <Dialog open={open} onOpenChange={onOpenChange} title="Your review" className="max-w-2xl">
        {written.length > 0 ? <PendingComments drafts={written} onShow={show} /> : null}
        <ReviewFields
          name={name}
          pull={pull}
          version={version}
          publication={publication}
          onPublished={() => onOpenChange(false)}
          merge={merge}
        />
      </Dialog>
    </>
  );
}

function PendingComments({ drafts, onShow }: { drafts: InlineDraft[]; onShow: (draft: InlineDraft) => void }) {
  return (
    <ul aria-label="Pending comments" className="max-h-48 divide-y overflow-auto rounded-md border text-xs">
      {drafts.map((draft) => (
        <li key={`${draft.path} ${draft.side} ${draft.line} ${draft.version}`}>
          <button
            type="button"
            onClick={() => onShow(draft)}
            className="flex w-full items-baseline gap-2 px-2 py-1.5 text-left hover:bg-muted"
          >
            <code className="max-w-1/2 shrink-0 truncate font-mono">
              {draft.path}
              {draft.line > 0 ? `:${draft.line}` : ""}
            </code>
            <span className="min-w-0 truncate text-muted-foreground">{draft.body.trim()}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
