import { apiError } from "../../core/http/api-error";
import { pageOf, readPage } from "../../core/http/page-token";

interface Attempt {
  id: string;
  createdAt: number;
}

/** Page key: the creation time and id of the page's last attempt. */
const keyOf = ({ createdAt, id }: Attempt) => `${createdAt} ${id}`;

function attemptOf(key: string): Attempt {
  const [, createdAt = "", id = ""] = /^([0-9]{1,15}) ([a-z0-9_]+)$/.exec(key) ?? [];
  if (!id) throw apiError.repohost("InvalidArgument", "invalid pageToken: not issued for this list", "pageToken");
  return { createdAt: Number(createdAt), id };
}

const oldestFirst = (a: Attempt, b: Attempt) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** One page of current attempts, oldest first, and the total count. */
export function pageOfAttempts<Each extends Attempt>(
  list: string,
  query: { pageSize: number; pageToken?: string | undefined },
  attempts: readonly Each[],
): { items: readonly Each[]; nextPageToken: string; totalSize: number } {
  const { size, after } = readPage(list, query);
  const last = after === undefined ? undefined : attemptOf(after);
  const rest = last ? attempts.filter((each) => oldestFirst(each, last) > 0) : [...attempts];
  const page = pageOf(list, size, rest.sort(oldestFirst), keyOf);
  return { ...page, totalSize: attempts.length };
}
