import { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";

/** What one process does with a repository one at a time. Keys are repository ids. */
export interface RepositoryLocks {
  /** Updates of references. */
  references: KeyedMutex;
  /** What follows an update: pull requests, events. */
  followers: KeyedMutex;
  /** Preparing merges of pull requests. */
  mergePreparations: KeyedMutex;
  merges: KeyedMutex;
  /** Commits on one branch: the key is the repository's id, a space and the branch. */
  commits: KeyedMutex;
}

export const createRepositoryLocks = (): RepositoryLocks => ({
  references: new KeyedMutex(),
  followers: new KeyedMutex(),
  mergePreparations: new KeyedMutex(),
  merges: new KeyedMutex(),
  commits: new KeyedMutex(),
});
