import { arrayCodec } from "@/components/ui/json-codec";

/** A comment of a review that is not submitted yet. */
export interface InlineDraft {
  body: string;
  path: string;
  side: "left" | "right";
  /** The last line of its range, which it is shown below; 0 is the file as a whole. */
  line: number;
  /** The first line of a range of more than one. */
  from?: number;
  /** The version it was written on; drafts of earlier releases have none. */
  version?: string;
  /** Still being written: it is not published. */
  open?: boolean;
  /** Its text before it was opened again. */
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
  const optional = (given: unknown, type: string) => given === undefined || typeof given === type;
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

/** How the comments of a review are stored; what can't be read is left out. */
export const inlineDrafts = arrayCodec(isDraft);

export type LinePlace = Pick<InlineDraft, "path" | "side" | "line" | "version">;

/** Whether two places are the same. A draft without a version matches any version. */
export const samePlace = (a: LinePlace, b: LinePlace) =>
  a.path === b.path &&
  a.side === b.side &&
  a.line === b.line &&
  (a.version === undefined || b.version === undefined || a.version === b.version);

/** Sets the draft of a line. One with an empty body that isn't being written is removed. */
export function withDraft(drafts: readonly InlineDraft[], draft: InlineDraft): InlineDraft[] {
  const at = drafts.findIndex((each) => samePlace(each, draft));
  if (draft.body.trim() === "" && !draft.open) return drafts.filter((_, index) => index !== at);
  return at < 0 ? [...drafts, draft] : drafts.with(at, draft);
}
