import type { SubjectState } from "@/lib/model/live/protocol";
import { staleAfterMs } from "./live-source";

export type LiveTone = "live" | "waiting" | "stale" | "over" | "recorded" | "failed";

/** The state of a live subject, as shown to the user. */
export interface LiveLabel {
  tone: LiveTone;
  words: string;
  detail?: string | undefined;
}

/** The label of a state. `silentMs` is the time since anything was received on the connection. */
export function stateLabel({ state, message }: SubjectState, silentMs: number): LiveLabel {
  switch (state) {
    case "connecting":
      return { tone: "waiting", words: "connecting" };
    case "reconnecting":
      return { tone: "waiting", words: "reconnecting", detail: message };
    case "ended":
      return { tone: "over", words: "ended", detail: message };
    case "expired":
      return { tone: "recorded", words: "recorded; retention passed", detail: message };
    case "failed":
      return { tone: "failed", words: "not available", detail: message };
    case "live":
      return silentMs > staleAfterMs
        ? { tone: "stale", words: `stale ${Math.floor(silentMs / 1000)} s` }
        : { tone: "live", words: "live" };
  }
}
