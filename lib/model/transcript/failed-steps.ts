import { reduceAll } from "./reduce";
import { emptyTranscript } from "./state";
import { rowFailed } from "./work";

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};

/** How many steps failed, according to the tool call events of a run. */
export function failedSteps(events: readonly { event: string; data: string }[]): number {
  const frames = events.map(({ event, data }) => ({ event, data: parsed(data) }));
  return reduceAll(emptyTranscript, frames).rows.filter(rowFailed).length;
}
