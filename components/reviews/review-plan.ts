import type { InlineDraft } from "./review-draft";

/** The maximum number of comments per review. */
export const maxComments = 50;

export interface PlannedReview {
  versionNumber: string;
  comments: InlineDraft[];
  /** Carries the verdict and the summary. */
  final: boolean;
}

/**
 * Splits drafts into reviews: each draft is published on the version it was written on, at most fifty per review. The
 * last review is on the latest version and carries the verdict.
 */
export function planReviews(drafts: readonly InlineDraft[], latest: string): PlannedReview[] {
  const written = drafts.filter(({ open, body }) => !open && body.trim() !== "");
  const versions = [...new Set(written.map(({ version }) => version ?? latest))].sort((a, b) => Number(a) - Number(b));
  const reviews = versions.flatMap((versionNumber): PlannedReview[] => {
    const ofVersion = written.filter(({ version }) => (version ?? latest) === versionNumber);
    return Array.from({ length: Math.ceil(ofVersion.length / maxComments) }, (_, index) => ({
      versionNumber,
      comments: ofVersion.slice(index * maxComments, (index + 1) * maxComments),
      final: false,
    }));
  });
  const last = reviews.at(-1);
  if (last?.versionNumber === latest) last.final = true;
  else reviews.push({ versionNumber: latest, comments: [], final: true });
  return reviews;
}

/** Converts a draft to the API's comment input. */
export function commentOf({ body, path, side, line, from }: InlineDraft) {
  if (line === 0) return { body, file: { path } };
  return {
    body,
    inline: { path, side, startLine: from ?? line, ...(from !== undefined && from < line ? { endLine: line } : {}) },
  };
}
