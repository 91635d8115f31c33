"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2 } from "lucide-react";
import Link from "next/link";
import { mirrorStatus } from "@/components/mirrors/mirror-labels";
import { mirrorQuery } from "@/components/mirrors/mirror-queries";
import { branchesQuery } from "@/components/repositories/repository-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";

/** States in which the first branch comes by a push. */
const pushed: readonly string[] = ["outbound", "detached"];

interface EmptyPartProps {
  name: RepositoryName;
  repo: Repo;
  /** Whether the service shows this user a mirror that hasn't started. */
  mayChange: boolean;
}

/** Shown in place of the files of a repository without branches. */
export function EmptyPart({ name, repo, mayChange }: EmptyPartProps) {
  const mirror = useQuery({ ...mirrorQuery(repo.id), enabled: mayChange });
  const status = mirror.data?.status ?? repo.mirror?.status;
  const follows = status !== undefined && !pushed.includes(status);
  // What is fetched shows by itself.
  useQuery({ ...branchesQuery(callProxy, name), refetchInterval: follows ? 5_000 : false });

  if (status === undefined && mayChange && mirror.isPending) {
    return (
      <div className="p-4">
        <SkeletonRows label="Loading" />
      </div>
    );
  }
  if (!follows) {
    return (
      <EmptyState icon={FolderGit2} title="Nothing was pushed yet">
        Push to the clone URL above; the first branch should be {repo.defaultBranch}.
        {mirror.data === null || status !== undefined
          ? ""
          : " Should it mirror another repository, its files come when an admin begins that."}
      </EmptyState>
    );
  }
  const { label, meaning } = mirrorStatus(status);
  const settings = paths.repositoryAt(name, { view: "settings" });
  return (
    <EmptyState
      icon={FolderGit2}
      title={label}
      action={
        mayChange ? (
          <Link prefetch={false} href={settings} className="text-sm underline">
            {status === "initial" ? "Begin it in the settings" : "See how it goes in the settings"}
          </Link>
        ) : null
      }
    >
      This repository is a mirror. {meaning}
      {status === "initial" ? "" : " It has no branch yet."}
    </EmptyState>
  );
}
