"use client";

import MarkdownText from "@/components/transcript/markdown";
import { useTranscripts } from "@/components/transcript/use-transcripts";
import { planText } from "@/lib/model/transcript/open-plan";

/** The plan of a run, from its stream. */
export default function PlanText({ agentId, runId }: { agentId: string; runId: string }) {
  const transcript = useTranscripts(agentId, [{ id: runId }]).get(runId);
  const text = transcript && planText(transcript);
  if (text !== undefined && transcript?.outcome) return <MarkdownText text={text} />;
  return (
    <p role="status" className="text-muted-foreground text-xs">
      {transcript?.outcome ? "The run has no text." : "Loading the plan…"}
    </p>
  );
}
