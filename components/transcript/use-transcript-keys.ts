import { useEffect, useEffectEvent } from "react";
import { createSequences, isTyping, shortcutsOn } from "@/components/ui/shortcuts";

interface TranscriptKeys {
  find: () => void;
  toPrompt: (by: 1 | -1) => void;
}

/** Transcript shortcuts: `/` focuses find, `[` and `]` move between prompts. */
export function useTranscriptKeys(keys: TranscriptKeys): void {
  const find = useEffectEvent(keys.find);
  const toPrompt = useEffectEvent(keys.toPrompt);
  useEffect(() => {
    const feed = createSequences([
      { keys: ["/"], run: () => find() },
      { keys: ["["], run: () => toPrompt(-1) },
      { keys: ["]"], run: () => toPrompt(1) },
    ]);
    const onKey = (event: KeyboardEvent) => {
      if (!isTyping(event) && shortcutsOn() && feed(event.key, event.timeStamp)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
