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
      return { tone: "waiting", text: "connecting" };
    case "reconnecting":
      return { tone: "waiting", text: "reconnecting", detail: message };
    case "ended":
      return { tone: "ended", text: "ended", detail: message };
    case "expired":
      return { tone: "recorded", text: "recorded; retention expired", detail: message };
    case "failed":
      return { tone: "failed", text: "not available", detail: message };
    case "live":
      return silentMs > staleAfterMs
        ? { tone: "stale", text: `stale ${Math.floor(silentMs / 1000)} s` }
        : { tone: "live", text: "live" };
  }
}
