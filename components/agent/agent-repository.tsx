"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { hostedRepositoryQuery } from "@/components/repositories/hosted-repository-query";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";

interface AgentRepositoryProps {
  url: string;
  /** The hosted repositories that the agent uses, if known. */
  repositoryIds: readonly string[] | undefined;
}

/** The name of a repository, linked if it is hosted here. */
export function AgentRepository({ url, repositoryIds }: AgentRepositoryProps) {
  const { data: repository } = useQuery(hostedRepositoryQuery(url, repositoryIds));
  const name = repositoryName(url);
  return repository ? (
    <Link
      href={paths.repository({ ownerSlug: repository.owner.slug, repoName: repository.name })}
      title={url}
      className="truncate text-primary hover:underline"
    >
      {name}
    </Link>
  ) : (
    <span className="truncate" title={url}>
      {name}
    </span>
  );
}
