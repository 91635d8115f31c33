import { arrayCodec } from "@/components/ui/json-codec";
import type { DraftComment } from "@/lib/contract/hosting/reviews/review-draft";

/** A draft comment of a review. */
export interface InlineDraft {
  body: string;
  path: string;
  side: "left" | "right";
  /** The last line of its range; the draft is shown below it. 0 means the whole file. */
  line: number;
  /** The first line of a range of several lines. */
  from?: number;
  /** The version it was written on. Missing in drafts of earlier releases. */
  version?: string;
  /** Its form is open, so it isn't published with the review. */
  open?: boolean;
  /** Its text before it was reopened. */
  kept?: string;
  /** The line typed into the form of a draft on the whole file. Stored, because new comments in the file replace the form. */
  typedLine?: string;
  /** Why it couldn't be published on its own. */
  problem?: string;
}

function isDraft(value: unknown): value is InlineDraft {
  if (typeof value !== "object" || value === null) return false;
  const blank: Record<keyof InlineDraft, unknown> = {
    body: undefined,
    path: undefined,
    side: undefined,
    line: undefined,
    from: undefined,
    version: undefined,
    open: undefined,
    kept: undefined,
    typedLine: undefined,
    problem: undefined,
  };
  const { body, path, side, line, from, version, open, kept, typedLine, problem } = { ...blank, ...value };
  const optional = (value: unknown, type: string) => value === undefined || typeof value === type;
  return (
    typeof body === "string" &&
    typeof path === "string" &&
    (side === "left" || side === "right") &&
    typeof line === "number" &&
    Number.isSafeInteger(line) &&
    optional(from, "number") &&
    optional(version, "string") &&
    optional(open, "boolean") &&
    optional(kept, "string") &&
    optional(typedLine, "string") &&
    optional(problem, "string")
  );
}

/** Stores the drafts as JSON. Skips entries that can't be read. */
export const inlineDrafts = arrayCodec(isDraft);

/** A draft as it is when its form is closed. */
export function closedDraft({
  open: _open,
  kept: _kept,
  typedLine: _line,
  problem: _problem,
  ...draft
}: InlineDraft): InlineDraft {
  return draft;
}

export type LinePosition = Pick<InlineDraft, "path" | "side" | "line" | "version">;

/** Whether two drafts are on the same line. A draft without a version matches any version. */
export const isSameLine = (a: LinePosition, b: LinePosition) =>
  a.path === b.path &&
  a.side === b.side &&
  a.line === b.line &&
  (a.version === undefined || b.version === undefined || a.version === b.version);

/** Adds or replaces the draft of a line. Removes it if it is empty and its form is closed. */
export function withDraft(drafts: readonly InlineDraft[], draft: InlineDraft): InlineDraft[] {
  const at = drafts.findIndex((each) => isSameLine(each, draft));
  if (draft.body.trim() === "" && !draft.open) return drafts.filter((_, index) => index !== at);
  return at < 0 ? [...drafts, draft] : drafts.with(at, draft);
}

/** Drafts to publish or save: not empty. */
export const isWritten = ({ body }: InlineDraft) => body.trim() !== "";

/** Converts a draft to the API's comment input. */
export function toCommentInput({ body, path, side, line, from }: InlineDraft) {
  if (line === 0) return { body, file: { path } };
  return {
    body,
    inline: { path, side, startLine: from ?? line, ...(from !== undefined && from < line ? { endLine: line } : {}) },
  };
}

/** Converts a draft to a comment of the user's unsubmitted review. */
export function toDraftComment(draft: InlineDraft): DraftComment {
  return { ...toCommentInput(draft), ...(draft.version ? { versionNumber: draft.version } : {}) };
}

/** Converts a comment back to a draft. Returns `undefined` for comments without a file, which the diff can't show. */
export function fromDraftComment({ body, inline, file, versionNumber }: DraftComment): InlineDraft | undefined {
  const on = versionNumber === undefined ? {} : { version: versionNumber };
  if (file) return { body, path: file.path, side: "right", line: 0, ...on };
  if (!inline) return undefined;
  const { path, side, startLine, endLine = startLine } = inline;
  return { body, path, side, line: endLine, ...(startLine < endLine ? { from: startLine } : {}), ...on };
}
