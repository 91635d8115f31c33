"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import Link from "next/link";
import { mirrorQuery } from "@/components/mirrors/mirror-queries";
import { mirrorState } from "@/components/mirrors/mirror-states";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** Mirror states in which users push to the repository. */
const pushStates: readonly string[] = ["outbound", "detached"];

interface EmptyRepositoryProps {
  name: RepositoryName;
  repo: Repo;
  /** Admins can see a mirror that hasn't started. */
  isAdmin: boolean;
}

/** Shown instead of the files of a repository without branches. */
export function EmptyRepository({ name, repo, isAdmin }: EmptyRepositoryProps) {
  const mirror = useQuery({ ...mirrorQuery(repo.id), enabled: isAdmin });
  const status = mirror.data?.status ?? repo.mirror?.status;
  const isPulling = status !== undefined && !pushStates.includes(status);
  // Polls until the first sync creates a branch.
  useQuery({ ...branchesQuery(callProxy, name), refetchInterval: isPulling ? 5_000 : false });

  if (status === undefined && isAdmin && mirror.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows label="Loading" />
      </div>
    );
  }
  if (!isPulling) {
    return (
      <EmptyState icon={FolderGit2} title="No commits yet">
        Push the branch {repo.defaultBranch} to the clone URL above.
        {mirror.data === null || status !== undefined
          ? ""
          : " If this is a mirror, its files appear once an admin starts mirroring."}
      </EmptyState>
    );
  }
  const { title, detail } = mirrorState(status);
  const settings = paths.repositoryAt(name, { view: "settings" });
  return (
    <EmptyState
      icon={FolderGit2}
      title={title}
      action={
        isAdmin ? (
          <Link prefetch={false} href={settings} className="text-sm underline">
            {status === "initial" ? "Start mirroring in settings" : "View progress in settings"}
          </Link>
        ) : null
      }
    >
      This repository is a mirror. {detail}
      {status === "initial" ? "" : " No branches yet."}
    </EmptyState>
  );
}
