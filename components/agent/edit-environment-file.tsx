"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePenLine } from "lucide-react";
import Link from "next/link";
import { useFilePath } from "@/components/environment/file-path";
import { hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import { Button } from "@/components/ui/button";
import type { Agent } from "@/lib/contract/agents/agent";
import { isFullSha } from "@/lib/model/hosting/full-sha";
import { paths } from "@/lib/model/paths";

/**
 * Opens the environment file that a run failed with in the editor. Not offered for repositories on other servers, nor for agents
 * that started from a commit or a pull request, because their file isn't that of a branch.
 */
export default function EditEnvironmentFile({ agent }: { agent: Pick<Agent, "repos" | "repositoryIds"> }) {
  const { url, startingRef = "", prUrl } = agent.repos[0] ?? { url: undefined };
  const path = useFilePath();
  const { data: repository } = useQuery(hostedRepositoryQuery(url, agent.repositoryIds));
  if (!repository || prUrl !== undefined || isFullSha(startingRef)) return null;
  const branch = startingRef.replace(/^refs\/heads\//, "");
  const address = paths.environment({ repository: repository.fullName, branch, path });
  return (
    <Button asChild size="small" className="mb-3">
      <Link href={address}>
        <FilePenLine aria-hidden />
        Edit environment file
      </Link>
    </Button>
  );
}
