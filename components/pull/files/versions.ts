import type { Thread } from "@/components/reviews/review-queries";
import type { PullRequestReview } from "@/lib/contract/hosting/review";

export interface Version {
  number: string;
  headSha: string;
  baseSha: string;
}

/** The shown part of a pull request: one version, or the changes from one version to another. */
export interface VersionRange {
  from: Version | undefined;
  to: Version;
}

/** All known versions, oldest first: the latest, those with reviews or threads, and those in the timeline or seen by the user. */
export function knownVersions(
  latest: Version,
  reviews: readonly PullRequestReview[],
  threads: readonly Thread[],
  seen: readonly Version[],
): Version[] {
  const known = new Map<string, Version>();
  const add = ({ number, headSha, baseSha }: Version) => known.set(number, { number, headSha, baseSha });
  for (const version of seen) add(version);
  for (const { version } of threads) if (version) add(version);
  for (const { pullRequestVersion } of reviews) add(pullRequestVersion);
  add(latest);
  return [...known.values()]
    .filter(({ number }) => Number(number) <= Number(latest.number))
    .sort((a, b) => Number(a.number) - Number(b.number));
}

/** The version with that number, if a newer one has been pushed since. */
function olderVersion(versions: readonly Version[], number: number): Version | undefined {
  const latest = versions.at(-1);
  if (!latest || number >= Number(latest.number)) return undefined;
  return versions.find((version) => Number(version.number) === number);
}

/** The latest version the user has reviewed, if a newer one has been pushed since. */
export function lastReviewed(
  versions: readonly Version[],
  reviews: readonly PullRequestReview[],
  email: string,
): Version | undefined {
  const ownReviews = reviews.filter(
    ({ author }) => email !== "" && author.user?.email.toLowerCase() === email.toLowerCase(),
  );
  return olderVersion(
    versions,
    Math.max(0, ...ownReviews.map(({ pullRequestVersion }) => Number(pullRequestVersion.number))),
  );
}

/** The latest version the user had seen, if a newer one has been pushed since, and the user hasn't reviewed a later one. */
export function lastSeen(
  versions: readonly Version[],
  seen: readonly Version[],
  reviewed: Version | undefined,
): Version | undefined {
  const newest = Math.max(0, ...seen.map(({ number }) => Number(number)));
  return newest > Number(reviewed?.number ?? 0) ? olderVersion(versions, newest) : undefined;
}

/** Whether all versions are known that the text of a range names. */
export function areVersionsKnown(text: string, versions: readonly Version[]): boolean {
  const known = new Set(["", "all", ...versions.map(({ number }) => number)]);
  return text.split("..").every((number) => known.has(number));
}

/** Parses `2`, `1..2` and `all`. An unknown version means the latest. */
export function parseVersionRange(
  text: string,
  versions: readonly Version[],
  latest: Version,
  reviewed: Version | undefined,
): VersionRange {
  const versionOf = (number: string | undefined) => versions.find((version) => version.number === number);
  const [first, second] = text.split("..");
  if (text === "") return { from: reviewed, to: latest };
  if (second === undefined) return { from: undefined, to: versionOf(first) ?? latest };
  const to = versionOf(second) ?? latest;
  const from = versionOf(first);
  return { from: from && Number(from.number) < Number(to.number) ? from : undefined, to };
}

export function formatVersionRange(from: string, to: string): string {
  return from ? `${from}..${to}` : to;
}
