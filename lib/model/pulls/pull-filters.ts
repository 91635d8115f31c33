import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { isFullSha } from "@/lib/model/hosting/full-sha";

/** The advanced filters, as text. Invalid ones aren't sent. */
export interface AdvancedFilters {
  /** A date or an RFC 3339 timestamp. Includes pull requests opened at or after it. */
  since: string;
  until: string;
  base: string;
  head: string;
  /** A commit that was the head of any version. */
  sha: string;
  stack: string;
}

const { since: Moment, stackId: StackId } = listPullRequests.query.shape;
const day = /^\d{4}-\d{2}-\d{2}$/;

const edges = { since: "T00:00:00Z", until: "T23:59:59.999Z" } as const;
const momentOf = (text: string, edge: keyof typeof edges) => (day.test(text) ? `${text}${edges[edge]}` : text);

/**
 * Converts filters to the query of the list operation, with an error message for each invalid one. A date covers the
 * whole day in UTC.
 */
export function readAdvancedFilters({ since, until, base, head, sha, stack }: AdvancedFilters) {
  const problems: Partial<Record<keyof AdvancedFilters, string>> = {};
  const check = (name: keyof AdvancedFilters, valid: boolean, problem: string) => {
    if (!valid) problems[name] = `${problem} This filter isn't applied.`;
    return valid;
  };
  const query: { since?: string; until?: string; base?: string; head?: string; headSha?: string; stackId?: string } =
    {};
  const moment = (name: keyof typeof edges, text: string) => {
    const read = momentOf(text, name);
    const valid = Moment.safeParse(read).success;
    if (check(name, valid, "Must be a date such as 2026-01-31, or an RFC 3339 timestamp.")) query[name] = read;
  };
  if (since) moment("since", since);
  if (until) moment("until", until);
  if (query.since && query.until && Date.parse(query.since) > Date.parse(query.until)) {
    problems.until = "Must be after “Opened since”.";
  }
  if (base) query.base = base;
  if (head) query.head = head;
  if (sha && check("sha", isFullSha(sha), "Must be a full commit SHA.")) query.headSha = sha;
  if (stack && check("stack", StackId.safeParse(stack).success, "Must be a stack ID starting with stk_.")) {
    query.stackId = stack;
  }
  return { query, problems };
}
