"use client";

import { type ReactNode, useCallback } from "react";
import type { RepositoryLocation } from "@/components/repositories/content-queries";
import { MarkdownLinks } from "@/components/transcript/markdown-links";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { resolveRelativeLink } from "./resolve-relative-link";

/** Resolves relative links in a document to files of the repository at the same revision. */
export function DocumentLinks({
  name,
  location: { revision, path },
  children,
}: {
  name: RepositoryName;
  location: RepositoryLocation;
  children: ReactNode;
}) {
  const { ownerSlug, repoName } = name;
  const resolve = useCallback(
    (href: string) => {
      const target = resolveRelativeLink(href, path);
      return target === undefined
        ? undefined
        : paths.repositoryAt({ ownerSlug, repoName }, { ref: revision, path: target });
    },
    [ownerSlug, repoName, revision, path],
  );
  return <MarkdownLinks value={resolve}>{children}</MarkdownLinks>;
}
