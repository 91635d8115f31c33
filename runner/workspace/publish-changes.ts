import { plainText, truncateText } from "@/lib/core/plain-text";
import type { RunContext, RunOutcome, RunSpec } from "../run/run-spec";
import { commitChanges } from "./commit-changes";
import { gitAccessOf } from "./git-access";
import { pushBranch } from "./push-branch";
import { type BranchTip, branchTips } from "./stacked-branches";
import type { WorkingCopy } from "./working-copy";

const maxSubjectLength = 120;
/** Branches that one run can push, in all repositories. */
const maxBranches = 20;

/** Returns the first meaningful line of the prompt, followed by agent and run ids. */
export function commitMessage(spec: RunSpec): string {
  const lines = plainText(spec.prompt.text).split(/\r?\n/);
  const subject = lines
    .map((line) => line.replace(/^#+\s+/, "").trim())
    .find((line) => /\w/.test(line) && !/^[`~]{3}/.test(line));
  return `${truncateText(subject ?? "Agent changes", maxSubjectLength)}\n\nAgent: ${spec.agentId}\nRun: ${spec.runId}\n`;
}

/** Returns the repository URL as the API reports it, without scheme and `.git`. */
export function plainRepositoryUrl(url: string): string {
  return url
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "");
}

/** A note for the reply that names up to three nested repositories. */
function omittedNote(folders: readonly string[]): string {
  if (folders.length === 0) return "";
  const named = folders.slice(0, 3).map((each) => truncateText(plainText(each), maxSubjectLength));
  const more = folders.length > named.length ? [`${folders.length - named.length} more`] : [];
  return `\n\n[Not committed, because ${folders.length === 1 ? "it is a nested git repository" : "they are nested git repositories"}: ${[...named, ...more].join(", ")}]`;
}

/**
 * Commits and pushes the changes in each repository: the agent's branch, and those it stacked on it. Calls `pushed` after each branch, because a later repository may
 * fail. Returns a note for the reply about what wasn't committed; empty if everything was.
 */
export async function publishChanges(
  spec: RunSpec,
  context: RunContext,
  copies: readonly WorkingCopy[],
  pushed: (branch: RunOutcome["branches"][number]) => void,
): Promise<string> {
  const access = gitAccessOf(context);
  const commit = { message: commitMessage(spec), author: spec.author, time: context.clock.now() };
  const notes: string[] = [];
  let left = maxBranches - copies.length;
  for (const copy of copies) {
    context.signal.throwIfAborted();
    await copy.sessions.begin("read");
    const { head, omitted } = await commitChanges(copy, commit);
    notes.push(...omitted.map((path) => `${copy.repository.directory}/${path}`));
    const { own, stacked } = spec.branch.current ? { own: head, stacked: [] } : await branchTips(copy, head, left);
    left -= stacked.length;
    const tips: BranchTip[] = [...(own ? [{ branch: copy.branch, commit: own }] : []), ...stacked];
    // The process that has the credential doesn't see what the agent left.
    await copy.sessions.begin("none");
    for (const tip of tips) {
      if (await pushBranch(copy, tip, !spec.branch.current, access)) {
        pushed({ repoUrl: plainRepositoryUrl(copy.repository.url), branch: tip.branch });
      }
    }
  }
  return omittedNote(notes);
}
