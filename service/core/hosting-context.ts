import type { WithGit } from "@/git/with-git";
import type { Context } from "./context";

/** Builds test merge commits in the background, one at a time per repository. */
export interface MergePreparation {
  /** Builds test merge commits for new versions. */
  wake(repositoryId: string): void;
  /** Resolves when all pending work is done. */
  idle(): Promise<void>;
}

export interface WithMergePreparation {
  mergePreparation: MergePreparation;
}

/** What operations on repositories and pull requests use. */
export type HostingContext = Context & WithGit & WithMergePreparation;
