import { useEffect, useState } from "react";
import { toast } from "@/components/ui/toast";
import type { RunReference } from "@/lib/model/runs/run-reference";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { parseEventHash } from "@/lib/model/transcript/event-hash";
import { findRows, type RowPath } from "@/lib/model/transcript/row-path";

/**
 * Follows a link to an event in the URL hash. `include` loads the run; `onFound` receives the row as soon as it has been
 * read. Shows a toast if the event isn't in the transcript. `include` must be stable.
 */
export function useLinkedEvent(
  transcripts: Transcripts,
  include: (run: RunReference) => void,
  onFound: (runId: string, path: RowPath) => void,
): void {
  const [target, setTarget] = useState<{ runId: string; eventId: string }>();

  useEffect(() => {
    const read = () => {
      const linked = parseEventHash(window.location.hash);
      if (!linked) return;
      include({ runId: linked.runId });
      setTarget(linked);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [include]);

  const transcript = target && transcripts.get(target.runId);
  const [path] = transcript ? findRows(transcript.rows, ({ eventId }) => eventId === target.eventId) : [];
  if (target && path) {
    setTarget(undefined);
    onFound(target.runId, path);
  }
  const missing = target !== undefined && !path && transcript?.done === true;
  useEffect(() => {
    if (!missing) return;
    setTarget(undefined);
    toast.info("The linked event isn't in this transcript.");
  }, [missing]);
}
