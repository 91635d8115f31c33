"use client";

import { useQuery } from "@tanstack/react-query";
import { launchQuery } from "@/components/launch/launch-queries";
import { useQueue } from "@/components/queue/use-queue";
import { WhyWaiting } from "@/components/queue/why-waiting";
import { PromptCard } from "@/components/transcript/prompt-card";
import { useNow } from "@/components/ui/use-now";
import type { WorkerStart } from "@/lib/model/queue/start-command";

interface QueuedNoticeProps {
  agentId: string;
  /** The run is the agent's first, whose prompt the launch form has. */
  isFirst: boolean;
  start: WorkerStart;
}

/** Why an agent's run hasn't started, while it is in the queue. */
export default function QueuedNotice({ agentId, isFirst, start }: QueuedNoticeProps) {
  const { rows, offsetMs } = useQueue();
  const now = useNow() + offsetMs;
  const launch = useQuery({ ...launchQuery(agentId), enabled: isFirst });
  const row = rows.get(agentId);
  const prompt = launch.data?.prompt;
  return (
    <div className="mx-auto w-full max-w-3xl space-y-3 px-4 pb-4 text-sm">
      {prompt ? <PromptCard id="queued" row={{ kind: "prompt", key: "queued", text: prompt, images: 0 }} /> : null}
      {row ? <WhyWaiting row={row} rows={rows} now={now} start={start} /> : null}
    </div>
  );
}
