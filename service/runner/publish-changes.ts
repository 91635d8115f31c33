import { commitChanges } from "./commit-changes";
import { gitAccessOf } from "./git-credential";
import { plainText, truncateText } from "./plain-text";
import { pushBranch } from "./push-branch";
import type { RunContext, RunOutcome, RunSpec } from "./run-spec";
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

/**
 * Commits and pushes the changes in each repository: the agent's branch, and those it stacked on it. Calls `pushed` after each branch, because a later repository may
 * fail.
 */
export async function publishChanges(
  spec: RunSpec,
  context: RunContext,
  copies: readonly WorkingCopy[],
  pushed: (branch: RunOutcome["branches"][number]) => void,
): Promise<void> {
  const access = gitAccessOf(context);
  const commit = { message: commitMessage(spec), author: spec.author, time: context.clock.now() };
  let left = maxBranches - copies.length;
  for (const copy of copies) {
    context.signal.throwIfAborted();
    const head = await commitChanges(copy, commit);
    const { own, stacked } = spec.branch.current ? { own: head, stacked: [] } : await branchTips(copy, head, left);
    left -= stacked.length;
    const tips: BranchTip[] = [...(own ? [{ branch: copy.branch, commit: own }] : []), ...stacked];
    for (const tip of tips) {
      if (await pushBranch(copy, tip, !spec.branch.current, access)) {
        pushed({ repoUrl: plainRepositoryUrl(copy.repository.url), branch: tip.branch });
      }
    }
  }
}
