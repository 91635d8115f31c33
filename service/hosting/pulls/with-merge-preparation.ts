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
