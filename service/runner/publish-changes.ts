import { commitChanges } from "./commit-changes";
import { gitAccessOf } from "./git-credential";
import { cutText, plainText } from "./plain-text";
import { pushBranch } from "./push-branch";
import type { RunContext, RunOutcome, RunSpec } from "./run-spec";
import type { WorkingCopy } from "./working-copy";

const longestSubject = 120;

/** First line of the prompt that says something, then which agent and run it was. */
export function commitMessage(spec: RunSpec): string {
  const lines = plainText(spec.prompt.text).split(/\r?\n/);
  const said = lines
    .map((line) => line.replace(/^#+\s+/, "").trim())
    .find((line) => /\w/.test(line) && !/^[`~]{3}/.test(line));
  return `${cutText(said ?? "Changes of an agent", longestSubject)}\n\nAgent: ${spec.agentId}\nRun: ${spec.runId}\n`;
}

/** The repository's address as the API reports it: no scheme, no `.git`. */
export function plainRepositoryUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}

/**
 * Commits what the agent left in each repository and pushes what is new. `pushed` learns of every branch at once, since
 * the next repository may fail.
 */
export async function publishChanges(
  spec: RunSpec,
  context: RunContext,
  copies: readonly WorkingCopy[],
  pushed: (branch: RunOutcome["branches"][number]) => void,
): Promise<void> {
  const access = gitAccessOf(context);
  const commit = { message: commitMessage(spec), author: spec.author, time: context.clock.now() };
  for (const copy of copies) {
    context.signal.throwIfAborted();
    const newest = await commitChanges(copy, commit);
    if (await pushBranch(copy, newest, !spec.branch.current, access)) {
      pushed({ repoUrl: plainRepositoryUrl(copy.repository.url), branch: copy.branch });
    }
  }
}
