import { tabConnection } from "@/lib/client/live/tab-connection";
import { isFinal, type LiveFrame } from "@/lib/model/live/protocol";
import { runSubject } from "@/lib/model/live/subscription";

/** A stream that is live and this long quiet has sent what there is. */
const quietMs = 700;
const longestMs = 60_000;
const lookMs = 100;

/**
 * All events of a run so far, as the service sent them, secrets aside. They are read again from the beginning: the
 * transcript keeps none of them.
 */
export function collectEvents(agentId: string, runId: string): Promise<LiveFrame[]> {
  const subject = runSubject(agentId, runId);
  const connection = tabConnection();
  const began = Date.now();
  const frames: LiveFrame[] = [];
  let heardAt = began;
  return new Promise((resolve) => {
    const stop = connection.watch(subject, (frame) => {
      heardAt = Date.now();
      frames.push(frame);
    });
    const timer = setInterval(() => {
      const now = Date.now();
      const state = connection.stateOf(subject);
      const complete = now - heardAt >= quietMs && (isFinal(state.state) || state.state === "live");
      if (!complete && now - began < longestMs) return;
      clearInterval(timer);
      stop();
      resolve(eachOnce(frames));
    }, lookMs);
  });
}

const keyOf = ({ id, event, data }: LiveFrame) =>
  id === undefined ? `${event} ${JSON.stringify(data)}` : `${event} #${id}`;

/** Frames that were on their way come again from the beginning: the last of each stands in its place. */
function eachOnce(frames: readonly LiveFrame[]): LiveFrame[] {
  const met = new Set<string>();
  return frames
    .toReversed()
    .filter((frame) => {
      const key = keyOf(frame);
      if (met.has(key)) return false;
      met.add(key);
      return true;
    })
    .toReversed();
}
