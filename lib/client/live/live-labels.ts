import type { SubjectState } from "@/lib/model/live/protocol";
import { staleAfterMs } from "./live-source";

export type LiveTone = "live" | "waiting" | "stale" | "ended" | "recorded" | "failed";

/** The state of a live subject, as shown to the user. */
export interface LiveLabel {
  tone: LiveTone;
  text: string;
  detail?: string | undefined;
}

/** The label of a state. `silentMs` is the time since anything was received on the connection. */
export function stateLabel({ state, message }: SubjectState, silentMs: number): LiveLabel {
  switch (state) {
    case "connecting":
      return { tone: "waiting", text: "Connecting" };
    case "reconnecting":
      return { tone: "waiting", text: "Reconnecting", detail: message };
    case "ended":
      return { tone: "ended", text: "Ended", detail: message };
    case "expired":
      return { tone: "recorded", text: "Recorded; retention expired", detail: message };
    case "failed":
      return { tone: "failed", text: "Not available", detail: message };
    case "live":
      return silentMs > staleAfterMs
        ? { tone: "stale", text: `Stale ${Math.floor(silentMs / 1000)} s` }
        : { tone: "live", text: "Live" };
  }
}
