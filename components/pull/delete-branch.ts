"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Call } from "@/lib/contract/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const deleteGitRef = () => import("@/lib/contract/hosting/delete-git-ref").then((entry) => entry.deleteGitRef);
const getGitRef = () => import("@/lib/contract/hosting/get-git-ref").then((entry) => entry.getGitRef);

const mostTries = 4;
const answered = (error: unknown, status: number) => error instanceof CallError && error.status === status;

export interface KnownBranch {
  repository: RepositoryName;
  branch: string;
  /** Its head when the user chose to delete it. */
  sha: string;
}

/**
 * Deletes a branch. After a conflict (409) it tries again while the branch is where it
 * was, so that new commits aren't deleted unseen. A branch that is already deleted is fine.
 */
export async function deleteBranch(call: Call, { repository, branch, sha }: KnownBranch): Promise<void> {
  const params = { ...repository, ref: `heads/${branch}` };
  for (let left = mostTries; ; left -= 1) {
    try {
      await call(deleteGitRef, { params });
      return;
    } catch (error) {
      if (answered(error, 404)) return;
      if (!answered(error, 409) || left <= 1) throw error;
    }
    const place = await call(getGitRef, { params }).catch((error: unknown) => {
      if (answered(error, 404)) return undefined;
      throw error;
    });
    if (!place) return;
    if (place.object.sha !== sha) {
      throw new CallError({ status: 409, code: "moved", message: `${branch} has moved since. It was not deleted.` });
    }
  }
}

export function useDeleteBranch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (known: KnownBranch) => deleteBranch(callProxy, known),
    onSettled: () => client.invalidateQueries({ queryKey: ["hosting"] }),
  });
}
