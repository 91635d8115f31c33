import { runGit } from "@/git/run-git";
import { RunFailure } from "../limits/run-failure";
import {
  checkoutEnvironment,
  copyHead,
  inspectCheckout,
  moveCheckout,
  resolveObject,
  snapshot,
} from "./checkout-state";
import type { WorkingCopy } from "./working-copy";

/** Milliseconds that restoring a checkout may take, even after a cancel. */
const timeoutMs = 120_000;

/** The files and the commit of a checkout. */
export interface CheckoutState {
  head: string | undefined;
  tree: string;
}

/** Records the state of a checkout. */
export async function recordCheckout(copy: WorkingCopy): Promise<CheckoutState> {
  const state = await inspectCheckout(copy);
  const head = await copyHead(copy);
  return { head, tree: await snapshot(copy, head, state) };
}

/**
 * Undoes all changes to a checkout since `before`, ignored files excepted. Call it only after every process of the agent
 * has ended. Throws {@link RunFailure} `workspace_unusable`.
 */
export async function restoreCheckout(workingCopy: WorkingCopy, before: CheckoutState): Promise<void> {
  const copy = { ...workingCopy, signal: AbortSignal.timeout(timeoutMs) };
  const now = await recordCheckout(copy);
  if (now.tree === before.tree && now.head === before.head) return;
  // The snapshot's index has the current files, so files that are not in the earlier tree are deleted.
  await runGit(["read-tree", "-u", "--reset", before.tree], {
    cwd: copy.folder,
    env: checkoutEnvironment(copy),
    signal: copy.signal,
    ...copy.sessions.git("service"),
  });
  if (before.head === undefined) {
    if (now.head === undefined) return;
    throw new RunFailure("workspace_unusable", `${copy.repository.directory} has new commits from plan mode`);
  }
  if ((await resolveObject(copy, `${before.head}^{commit}`)) === undefined) return;
  await moveCheckout(copy, before.head);
}
