import type { MirrorTransition } from "@/lib/contract/hosting/mirror";
import { refuse } from "../../core/http/refusal";
import type { repositories } from "../../core/store/tables/repositories";

export type MirrorStatus = NonNullable<(typeof repositories.$inferSelect)["mirrorStatus"]>;

/** Where each transition begins, what shows while it is under way, and where it ends. */
export const moves: Readonly<
  Record<MirrorTransition, { from: MirrorStatus; through: MirrorStatus; to: MirrorStatus }>
> = {
  initial_to_inbound: { from: "initial", through: "transitioning-initial-to-inbound", to: "inbound" },
  inbound_to_outbound: { from: "inbound", through: "transitioning-inbound-to-outbound", to: "outbound" },
  outbound_to_inbound: { from: "outbound", through: "transitioning-outbound-to-inbound", to: "inbound" },
};

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
