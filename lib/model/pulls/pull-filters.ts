import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";

/** The less common filters, as text. One that can't be read is not sent. */
export interface AdvancedFilters {
  /** A day or an RFC 3339 time: opened then or later. */
  since: string;
  until: string;
  head: string;
  /** A commit that was its head in any version. */
  sha: string;
  stack: string;
}

const { since: Moment, stackId: StackId } = listPullRequests.query.shape;
const day = /^\d{4}-\d{2}-\d{2}$/;
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const edges = { since: "T00:00:00Z", until: "T23:59:59.999Z" } as const;
const momentOf = (text: string, edge: keyof typeof edges) => (day.test(text) ? `${text}${edges[edge]}` : text);

/**
 * Reads filters as the query of the list operation, with a problem for each one that can't be read. A day is a whole day
 * in UTC.
 */
export function readAdvancedFilters({ since, until, head, sha, stack }: AdvancedFilters) {
  const problems: Partial<Record<keyof AdvancedFilters, string>> = {};
  const unless = (name: keyof AdvancedFilters, fine: boolean, problem: string) => {
    if (!fine) problems[name] = `${problem} The list is not narrowed by it.`;
    return fine;
  };
  const query: { since?: string; until?: string; head?: string; headSha?: string; stackId?: string } = {};
  const moment = (name: keyof typeof edges, text: string) => {
    const read = momentOf(text, name);
    const fine = Moment.safeParse(read).success;
    if (unless(name, fine, "Must be a day, as 2026-01-31, or an RFC 3339 moment.")) query[name] = read;
  };
  if (since) moment("since", since);
  if (until) moment("until", until);
  if (query.since && query.until && Date.parse(query.since) > Date.parse(query.until)) {
    problems.until = "Comes before “Opened since”, so nothing matches.";
  }
  if (head) query.head = head;
  if (sha && unless("sha", commit.test(sha), "Must be a whole commit id.")) query.headSha = sha;
  if (
    stack &&
    unless("stack", StackId.safeParse(stack).success, "Must be the id of a stack, which begins with stk_.")
  ) {
    query.stackId = stack;
  }
  return { query, problems };
}
