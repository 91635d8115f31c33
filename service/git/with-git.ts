import type { KeyedMutex } from "@/lib/core/concurrency/keyed-mutex";
import type { ObjectReaders } from "./object-readers";
import type { RepositoryStore } from "./repository-store";

export interface WithGit {
  repositories: RepositoryStore;
  objects: ObjectReaders;
  /** Serializes reference updates of one repository. */
  refLocks: KeyedMutex;
}
