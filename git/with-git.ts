import type { ObjectReaders } from "./objects/object-readers";
import type { RepositoryLocks } from "./repository-locks";
import type { RepositoryStore } from "./repository-store";

export interface WithGit {
  repositories: RepositoryStore;
  objects: ObjectReaders;
  locks: RepositoryLocks;
}
