import type { AgentPullRequest } from "@/lib/contract/agents/list-agent-pull-requests";
import { truncateText } from "@/lib/core/plain-text";

type Thread = NonNullable<AgentPullRequest["threads"]>[number];

const maxThreads = 20;
const maxComments = 10;
const maxTextLength = 1_500;

/** A comment on a line or file of a pull request. */
export interface LineComment {
  threadId: string | number;
  path: string;
  /** The last line; undefined for the whole file. */
  line: number | undefined;
  url: string;
  by: string;
  text: string;
  /** False if its thread isn't listed. */
  isOpen: boolean;
}

/** Groups comments, oldest first, into threads. */
export function lineThreads(comments: Iterable<LineComment>): Thread[] {
  const threads = new Map<string | number, Thread>();
  for (const { threadId, path, line, url, by, text, isOpen } of comments) {
    const comment = { by, text: truncateText(text, maxTextLength) };
    const thread = threads.get(threadId);
    if (thread) {
      if (thread.comments.length < maxComments) thread.comments.push(comment);
      continue;
    }
    if (!isOpen || threads.size >= maxThreads) continue;
    threads.set(threadId, { path, ...(line === undefined ? {} : { line }), url, comments: [comment] });
  }
  return [...threads.values()];
}
