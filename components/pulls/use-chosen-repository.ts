"use client";

import { useEffect } from "react";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Repo } from "@/lib/contract/hosting/repo";
import { defaultRepository } from "./default-repository";

/**
 * The full name of the repository whose pull requests are listed, or `allRepositories`. The last choice is kept in
 * this browser.
 */
export function useChosenRepository(repositories: readonly Pick<Repo, "fullName">[] | undefined): string {
  const url = useUrlState();
  const { value, write } = useLocalStore("pulls.repository", plainText);
  const inUrl = url.get("repo");
  useEffect(() => {
    if (inUrl !== "") write(inUrl);
  }, [inUrl, write]);
  return inUrl || defaultRepository(repositories, value);
}
