import type { InlineDraft } from "./review-draft";

/** The most comments that one review can have. */
export const mostComments = 50;

export interface PlannedReview {
  versionNumber: string;
  comments: InlineDraft[];
  /** Carries the verdict and the summary. */
  final: boolean;
}

/**
 * How drafts are published: each on the version it was written on, at most fifty with one review, and the verdict with
 * the last one, on the latest version. So nothing lands where it was not put, and the verdict comes when all is said.
 */
export function planReviews(drafts: readonly InlineDraft[], latest: string): PlannedReview[] {
  const written = drafts.filter(({ open, body }) => !open && body.trim() !== "");
  const versions = [...new Set(written.map(({ version }) => version ?? latest))].sort((a, b) => Number(a) - Number(b));
  const reviews = versions.flatMap((versionNumber): PlannedReview[] => {
    const own = written.filter(({ version }) => (version ?? latest) === versionNumber);
    return Array.from({ length: Math.ceil(own.length / mostComments) }, (_, index) => ({
      versionNumber,
      comments: own.slice(index * mostComments, (index + 1) * mostComments),
      final: false,
    }));
  });
  const last = reviews.at(-1);
  if (last?.versionNumber === latest) last.final = true;
  else reviews.push({ versionNumber: latest, comments: [], final: true });
  return reviews;
}

/** A draft as the API takes it. */
export function commentOf({ body, path, side, line, from }: InlineDraft) {
  if (line === 0) return { body, file: { path } };
  return {
    body,
    inline: { path, side, startLine: from ?? line, ...(from !== undefined && from < line ? { endLine: line } : {}) },
  };
}
