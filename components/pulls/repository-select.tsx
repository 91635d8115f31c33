"use client";

import { Options } from "@/components/ui/options";
import { Select } from "@/components/ui/select";
import { useUrlState } from "@/components/ui/use-url-state";

/** The `repo` parameter of a list of all repositories. */
export const allRepositories = "*";

interface RepositorySelectProps {
  /** Full names of the available repositories. */
  repositories: readonly string[];
  chosen: string;
}

/** Selects the repository of the list, or all. */
export function RepositorySelect({ repositories, chosen }: RepositorySelectProps) {
  const url = useUrlState();
  return (
    <div className="w-full sm:w-56">
      <Select aria-label="Repository" value={chosen} onChange={(event) => url.set({ repo: event.target.value })}>
        <option value={allRepositories}>All repositories</option>
        {chosen && chosen !== allRepositories && !repositories.includes(chosen) ? <option>{chosen}</option> : null}
        <Options values={repositories} />
      </Select>
    </div>
  );
}
