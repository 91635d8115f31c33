import type { AllPullsFilters, RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import { matchesWords } from "@/lib/model/matches-words";
import type { ReviewRequested } from "./review-requested";

export interface ReviewerSource {
  /** The user's email address. */
  email: string;
  isReviewRequested: ReviewRequested;
}

export interface PullMatcher {
  /** Whether a pull request has the words, author and label of the filters. */
  matches(pull: RepositoryPull, filters: Pick<AllPullsFilters, "q" | "author" | "label">): boolean;
  /** Whether the user's review is requested. Costs a call unless it was read recently. */
  isRequested(pull: RepositoryPull): Promise<boolean>;
}

const reviewersMs = 30_000;
const maxCachedReviewers = 2_000;

/** Creates the filters of pull request lists that the hosting API doesn't have. */
export function createPullMatcher({ email, isReviewRequested }: ReviewerSource, clock: Clock): PullMatcher {
  const own = email.toLowerCase();
  const reviewers = new RecentMap<string, { at: number; requested: Promise<boolean> }>(maxCachedReviewers);

  function isBy({ user, app, serviceAccount }: RepositoryPull["pull"]["author"], author: string): boolean {
    if (author.toLowerCase() === "me") return user?.email?.toLowerCase() === own;
    const names = [user?.displayName, user?.email, user?.id, app?.displayName, app?.id, serviceAccount?.id];
    return matchesWords(names.join(" "), author);
  }

  return {
    matches({ repository, pull }, { q, author, label }) {
      const about = `${pull.title} #${pull.number} ${repository.ownerSlug}/${repository.repoName} ${pull.head.ref}`;
      return (
        matchesWords(about, q) &&
        isBy(pull.author, author) &&
        (label === "" || pull.labels.some(({ name }) => matchesWords(name, label)))
      );
    },
    isRequested({ repository, pull }) {
      const now = clock.now();
      const key = `${pull.id} ${pull.updatedAt}`;
      const known = reviewers.get(key);
      if (known && now - known.at < reviewersMs) return known.requested;
      const requested = isReviewRequested(repository, pull.number);
      reviewers.set(key, { at: now, requested });
      requested.catch(() => reviewers.delete(key));
      return requested;
    },
  };
}
