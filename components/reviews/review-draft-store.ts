import { jsonCodec } from "@/components/ui/json-codec";
import { localStore } from "@/components/ui/local-store";
import { plainText } from "@/components/ui/use-local-store";
import type { DraftComment, PullRequestReviewDraft } from "@/lib/contract/hosting/reviews/review-draft";
import { mergeDrafts, mergeText } from "./merge-drafts";
import {
  fromDraftComment,
  type InlineDraft,
  inlineDrafts,
  isSameLine,
  isWritten,
  toDraftComment,
  withDraft,
} from "./review-draft";

/** The unsubmitted review that the service stores. */
export interface SavedReview {
  /** Empty if there is none. */
  revision: string;
  summary: string;
  comments: readonly DraftComment[];
}

export const noReview: SavedReview = { revision: "", summary: "", comments: [] };

export const savedReview = ({ revision, body, comments }: PullRequestReviewDraft): SavedReview => ({
  revision,
  summary: body,
  comments: comments.map(({ inline, ...comment }) =>
    inline ? { ...comment, inline: { ...inline, side: inline.side === "left" ? "left" : "right" } } : comment,
  ),
});

function readSaved(json: unknown): SavedReview | undefined {
  const isSaved = (value: unknown): value is SavedReview =>
    typeof value === "object" &&
    value !== null &&
    "revision" in value &&
    "summary" in value &&
    "comments" in value &&
    Array.isArray(value.comments);
  return isSaved(json) ? json : undefined;
}

/** Compares regardless of the comments' order, which differs between browsers. */
export function hasContent(
  saved: SavedReview,
  { body, comments }: { body: string; comments: readonly DraftComment[] },
) {
  const fieldsOf = ({ body, inline, file, threadId, versionNumber }: DraftComment) => [
    body,
    inline?.path,
    inline?.side,
    inline?.startLine,
    inline?.endLine,
    file?.path,
    threadId,
    versionNumber,
  ];
  const textOf = (all: readonly DraftComment[]) =>
    all
      .map((each) => JSON.stringify(fieldsOf(each)))
      .sort()
      .join();
  return body === saved.summary && textOf(comments) === textOf(saved.comments);
}

const savedCodec = jsonCodec(readSaved, noReview);
const draftsOf = ({ comments }: SavedReview) => comments.flatMap((comment) => fromDraftComment(comment) ?? []);
/** Comments that API clients added and the diff can't show. They are published with the review. */
const otherComments = ({ comments }: SavedReview) => comments.filter((comment) => !fromDraftComment(comment));

/** A user's draft of a review: the working copy in this browser, and what the service had when they were last synchronized. */
export function reviewDraftStore(pullId: string, email: string) {
  const nameOf = (what: string) => `draft.${what}.${pullId}.${email}`;
  const { read, write } = localStore(nameOf("review"), inlineDrafts);
  const summary = localStore(nameOf("review-summary"), plainText);
  const saved = localStore(nameOf("review-saved"), savedCodec);
  const sent = localStore(nameOf("review-sent"), savedCodec);
  // Reads the latest drafts: another tab, or this one while publishing, may have changed them since the last render.
  const change = (next: (drafts: readonly InlineDraft[]) => readonly InlineDraft[]) => void write(next(read()));
  const without = (now: readonly InlineDraft[], draft: InlineDraft) => now.filter((each) => !isSameLine(each, draft));
  return {
    names: { drafts: nameOf("review"), summary: nameOf("review-summary") },
    read,
    summary,
    saved,
    /** What was sent to be saved, until it is known whether it was: the response is lost if the page is left meanwhile. */
    sent,
    put: (draft: InlineDraft) => change((now) => withDraft(now, draft)),
    /** Moves a draft to another line. */
    move: (from: InlineDraft, to: InlineDraft) => change((now) => withDraft(without(now, from), to)),
    remove: (draft: InlineDraft) => change((now) => without(now, draft)),
    /** Stores why a draft couldn't be published, unless it was removed in the meantime. */
    reject: (draft: InlineDraft, problem: string) =>
      change((now) => now.map((each) => (isSameLine(each, draft) ? { ...each, problem } : each))),
    /** Removes published drafts, but keeps those that changed since. */
    forget: (published: readonly InlineDraft[]) => {
      const texts = new Set(published.map((draft) => JSON.stringify(draft)));
      change((now) => now.filter((draft) => !texts.has(JSON.stringify(draft))));
    },
    /** What to save of some drafts. */
    contentOf: (drafts: readonly InlineDraft[]) => ({
      body: summary.read(),
      comments: [...otherComments(saved.read()), ...drafts.filter(isWritten).map(toDraftComment)],
    }),
    /** Applies what the service has now to the working copy. */
    merge: (remote: SavedReview) => {
      const { summary: body, comments } = sent.read();
      const isUnsure = body !== "" || comments.length > 0;
      // What this browser saved and then removed would look like an addition of another one.
      const base = isUnsure && hasContent(remote, { body, comments }) ? remote : saved.read();
      if (isUnsure) sent.write(noReview);
      const merged = mergeDrafts(read(), draftsOf(base), draftsOf(remote));
      if (JSON.stringify(merged) !== JSON.stringify(read())) write(merged);
      const text = mergeText(summary.read(), base.summary, remote.summary);
      if (text !== summary.read()) summary.write(text);
      if (remote.revision !== saved.read().revision) saved.write(remote);
    },
  };
}

export type ReviewDraftStore = ReturnType<typeof reviewDraftStore>;
