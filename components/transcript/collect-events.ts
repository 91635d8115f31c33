import { tabConnection } from "@/lib/client/live/tab-connection";
import { isFinal, type LiveFrame } from "@/lib/model/live/protocol";
import { runSubject } from "@/lib/model/live/subscription";

/** A live stream without events for this long has sent everything so far. */
const idleMs = 700;
const timeoutMs = 60_000;
const checkIntervalMs = 100;

/**
 * All events of a run so far, as the service sent them, with secrets masked. They are streamed again from the start,
 * because the transcript doesn't keep raw events.
 */
export function collectEvents(agentId: string, runId: string): Promise<LiveFrame[]> {
  const subject = runSubject(agentId, runId);
  const connection = tabConnection();
  const startedAt = Date.now();
  const frames: LiveFrame[] = [];
  let lastFrameAt = startedAt;
  return new Promise((resolve) => {
    const stop = connection.watch(subject, (frame) => {
      lastFrameAt = Date.now();
      frames.push(frame);
    });
    const timer = setInterval(() => {
      const now = Date.now();
      const state = connection.stateOf(subject);
      const complete = now - lastFrameAt >= idleMs && (isFinal(state.state) || state.state === "live");
      if (!complete && now - startedAt < timeoutMs) return;
      clearInterval(timer);
      stop();
      resolve(deduplicate(frames));
    }, checkIntervalMs);
  });
}

const keyOf = ({ id, event, data }: LiveFrame) =>
  id === undefined ? `${event} ${JSON.stringify(data)}` : `${event} #${id}`;

/** Replaying can deliver a frame twice. Keeps the last occurrence of each. */
function deduplicate(frames: readonly LiveFrame[]): LiveFrame[] {
  const seen = new Set<string>();
  return frames
    .toReversed()
    .filter((frame) => {
      const key = keyOf(frame);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .toReversed();
}
