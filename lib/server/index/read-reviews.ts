import type { PullRequestReview } from "@/lib/contract/hosting/review";
import type { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import type { QueryInputOf, ResponseOf } from "@/lib/contract/operation";

type List = typeof listPullRequestReviews;

const maxPages = 5;

/** Reads the reviews of a pull request, oldest first: at most 500. */
export async function readReviews(
  read: (query: QueryInputOf<List>) => Promise<ResponseOf<List>>,
): Promise<PullRequestReview[]> {
  const found: PullRequestReview[] = [];
  let pageToken = "";
  for (let page = 0; page < maxPages; page += 1) {
    const { reviews, nextPageToken } = await read({ pageSize: "100", ...(pageToken ? { pageToken } : {}) });
    found.push(...reviews);
    pageToken = nextPageToken;
    if (pageToken === "") break;
  }
  return found;
}
