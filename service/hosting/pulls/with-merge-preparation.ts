/** Builds potential merge commits behind the requests, one repository's after the other. */
export interface MergePreparation {
  /** Looks for versions that have none yet. */
  wake(repositoryId: string): void;
  /** Resolves when everything that was woken is done. */
  idle(): Promise<void>;
}

export interface WithMergePreparation {
  mergePreparation: MergePreparation;
}
