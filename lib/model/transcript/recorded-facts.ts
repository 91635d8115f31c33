import { endsWithPlan } from "./open-plan";
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

/** What the tool calls and the end of a run say: how many steps failed, and whether it ended with a plan to approve. */
export function recordedFacts(events: readonly { event: string; data: string }[]): {
  failedSteps: number;
  plan: boolean;
} {
  const frames = events.map(({ event, data }) => ({ event, data: parsed(data) }));
  const transcript = reduceAll(emptyTranscript, frames);
  return { failedSteps: transcript.rows.filter(rowFailed).length, plan: endsWithPlan(transcript) };
}
