"use client";

import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const deleteGitRef = () => import("@/lib/contract/hosting/git-data/delete-git-ref").then((entry) => entry.deleteGitRef);
const getGitRef = () => import("@/lib/contract/hosting/git-data/get-git-ref").then((entry) => entry.getGitRef);

const maxAttempts = 4;
const hasStatus = (error: unknown, status: number) => error instanceof CallError && error.status === status;

export interface KnownBranch {
  repository: RepositoryName;
  branch: string;
  /** Its head when the user chose to delete it. */
  sha: string;
}

/**
 * Deletes a branch. Retries after a conflict (409) only while the branch hasn't moved, so that new
 * commits are never deleted. Succeeds if the branch no longer exists.
 */
export async function deleteBranch(call: Call, { repository, branch, sha }: KnownBranch): Promise<void> {
  const params = { ...repository, ref: `heads/${branch}` };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await call(deleteGitRef, { params });
      return;
    } catch (error) {
      if (hasStatus(error, 404)) return;
      if (!hasStatus(error, 409) || attempt >= maxAttempts) throw error;
    }
    const current = await call(getGitRef, { params }).catch((error: unknown) => {
      if (hasStatus(error, 404)) return undefined;
      throw error;
    });
    if (!current) return;
    if (current.object.sha !== sha) {
      throw new CallError({ status: 409, code: "moved", message: `${branch} has new commits, so it wasn't deleted.` });
    }
  }
}

export function useDeleteBranch() {
  return useChange((known: KnownBranch) => deleteBranch(callProxy, known), ["hosting"]);
}
