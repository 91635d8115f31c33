import { and, eq, inArray } from "drizzle-orm";
import { apiError } from "../../core/http/api-error";
import { pullRequestVersions } from "../../core/store/tables/pull-requests";
import type { Reader } from "../../core/store/transaction";
import type { FoundPullRequest, VersionRow } from "./pull-request-row";

/** A pull request's version; 0 or `undefined` means the latest. Throws InvalidArgument if it doesn't exist. */
export async function requireVersion(
  db: Reader,
  { pull, version }: FoundPullRequest,
  number: string | undefined,
): Promise<VersionRow> {
  if (number === undefined || Number(number) === 0) return version;
  // A number that isn't a version's can be too large for the column.
  const found = Number(number) <= version.number ? await findVersions(db, pull.id, [Number(number)]) : undefined;
  const row = found?.get(Number(number));
  if (row) return row;
  throw apiError.repohost("InvalidArgument", `versionNumber: version ${number} not found`, "versionNumber");
}

/** Versions of one pull request by their numbers. */
export async function findVersions(
  db: Reader,
  pullRequestId: string,
  numbers: readonly number[],
): Promise<Map<number, VersionRow>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select()
    .from(pullRequestVersions)
    .where(
      and(
        eq(pullRequestVersions.pullRequestId, pullRequestId),
        inArray(pullRequestVersions.number, [...new Set(numbers)]),
      ),
    );
  return new Map(rows.map((row) => [row.number, row]));
}

/** A version as other resources reference it. */
export function versionReference({ number, headSha, baseSha }: VersionRow) {
  return { number: String(number), headSha, baseSha };
}
