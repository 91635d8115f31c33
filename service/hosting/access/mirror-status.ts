import { refuse } from "../../core/http/refusal";
import type { repositories } from "../../core/store/tables/repositories";

export type MirrorStatus = NonNullable<(typeof repositories.$inferSelect)["mirrorStatus"]>;

/** True while the contents are somebody else's to change: neither native nor a stable outbound mirror. */
export function isReadOnly({ mirrorStatus }: { mirrorStatus: MirrorStatus | null }): boolean {
  return mirrorStatus !== null && mirrorStatus !== "outbound";
}

export const readOnlyMirror = () =>
  refuse.repohost("FailedPrecondition", "The repository mirrors one on another server and is changed there");

/** Refuses what would change contents that come from another server. */
export function requireOwnContents(repository: { mirrorStatus: MirrorStatus | null }): void {
  if (isReadOnly(repository)) throw readOnlyMirror();
}
