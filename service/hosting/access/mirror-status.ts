import { apiError } from "../../core/http/api-error";
import type { repositories } from "../../core/store/tables/repositories";

export type MirrorStatus = NonNullable<(typeof repositories.$inferSelect)["mirrorStatus"]>;

/** True when the contents come from an upstream: the repository is neither native nor a stable outbound mirror. */
export function isReadOnly({ mirrorStatus }: { mirrorStatus: MirrorStatus | null }): boolean {
  return mirrorStatus !== null && mirrorStatus !== "outbound";
}

export const readOnlyMirrorError = () =>
  apiError.repohost("FailedPrecondition", "The repository is a read-only mirror; push to its upstream instead");

/** Throws FailedPrecondition for a repository whose contents come from an upstream. */
export function requireWritableRepository(repository: { mirrorStatus: MirrorStatus | null }): void {
  if (isReadOnly(repository)) throw readOnlyMirrorError();
}
