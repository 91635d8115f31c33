import { arrayCodec } from "@/components/ui/json-codec";

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
  };
  const { body, path, side, line, from, version, open, kept } = { ...blank, ...value };
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
    optional(kept, "string")
  );
}

/** Stores the drafts as JSON. Skips entries that can't be read. */
export const inlineDrafts = arrayCodec(isDraft);

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
