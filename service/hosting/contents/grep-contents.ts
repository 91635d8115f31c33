import { BadPattern, type GrepLine, grep } from "@/git/history/grep";
import { readCommit } from "@/git/objects/commit-object";
import { isEmptyRepository } from "@/git/refs/references";
import { type GrepMatch, grepContents } from "@/lib/contract/hosting/contents/grep-contents";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";
import { TooManyWaiting } from "@/lib/core/concurrency/semaphore";
import type { HostingContext } from "../../core/hosting-context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { principalKey } from "../../core/http/points";
import { requireRepository } from "../access/repository-access";
import { requireCommit } from "../repositories/revision";
import { checkReadPath } from "./content-body";

const maxMatches = 1_000;
const maxContextLines = 10;
const maxLineBytes = 8 * 1024;
/** Limits concurrent searches: each can keep two cores busy for seconds. No caller can take all permits. */
const searches = new FairSemaphore({ limit: 4, maxWaiting: 64 });

/** A match, with the line cut at a character boundary and only the ranges within it. */
function matchBody({ path, lineNumber, line, isMatch, ranges }: GrepLine): GrepMatch {
  const withoutCr = line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  let end = Math.min(withoutCr.length, maxLineBytes);
  while (end > 0 && end < withoutCr.length && ((withoutCr[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return {
    path,
    lineNumber,
    line: withoutCr.toString("utf8", 0, end),
    kind: isMatch ? "match" : "context",
    submatches: ranges
      .filter(({ start }) => start < end)
      .map((range) => ({ start: range.start, end: Math.min(range.end, end) })),
  };
}

export const grepContentsOperation = implement(
  grepContents,
  async ({ principal, params, body, signal }, context: HostingContext) => {
    const repository = await requireRepository(context, principal, params);
    if (!body.literal && /^(?:\(\?i\))+$/.test(body.query)) {
      throw apiError.repohost("InvalidArgument", "query must contain more than (?i)", "query");
    }
    const filterPath = body.filterPath.replace(/\/$/, "");
    const problem = checkReadPath(filterPath);
    if (problem) throw apiError.repohost("InvalidArgument", `filterPath ${problem}`, "filterPath");

    const dir = context.repositories.path(repository.id);
    if (await isEmptyRepository(dir)) return { matches: [], limitHit: false };
    const reader = context.objects.of(dir);
    const { tree } = await readCommit(reader, await requireCommit(reader, repository, "ref", body.ref));
    try {
      const { lines, complete } = await searches.run(
        principalKey(principal),
        () =>
          grep(
            dir,
            {
              tree,
              pattern: body.query,
              literal: body.literal,
              caseInsensitive: body.caseInsensitive,
              wholeWord: body.wholeWord,
              contextBefore: Math.min(body.contextBefore, maxContextLines),
              contextAfter: Math.min(body.contextAfter, maxContextLines),
              below: filterPath,
              includes: body.includes,
              excludes: body.excludes,
              maxResults: Math.min(body.maxResults || maxMatches, maxMatches),
            },
            signal,
          ),
        signal,
      );
      return { matches: lines.map(matchBody), limitHit: !complete };
    } catch (error) {
      if (error instanceof TooManyWaiting) {
        throw apiError.repohost("Unavailable", "Too many searches are running. Retry later.");
      }
      if (!(error instanceof BadPattern)) throw error;
      throw apiError.repohost("InvalidArgument", `query: ${error.message}`, "query");
    }
  },
);
