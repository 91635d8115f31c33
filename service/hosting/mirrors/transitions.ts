import type { MirrorTransition } from "@/lib/contract/hosting/mirror";
import type { MirrorStatus } from "../access/mirror-status";

/** Each transition's mirror status before, during and after it. */
export const transitionStatuses: Readonly<
  Record<MirrorTransition, { from: MirrorStatus; through: MirrorStatus; to: MirrorStatus }>
> = {
  initial_to_inbound: { from: "initial", through: "transitioning-initial-to-inbound", to: "inbound" },
  inbound_to_outbound: { from: "inbound", through: "transitioning-inbound-to-outbound", to: "outbound" },
  outbound_to_inbound: { from: "outbound", through: "transitioning-outbound-to-inbound", to: "inbound" },
};
