"use client";

import { useQueue } from "@/components/queue/use-queue";
import { WhyWaiting } from "@/components/queue/why-waiting";
import { useNow } from "@/components/ui/use-now";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { type AgentStatus, statusText } from "@/lib/model/status/agent-status";

interface QueuedNoticeProps {
  agentId: string;
  status: AgentStatus;
  start: WorkerStart;
}

/** Why an agent's run hasn't started, while it is in the queue. */
export default function QueuedNotice({ agentId, status, start }: QueuedNoticeProps) {
  const { rows, offsetMs } = useQueue();
  const now = useNow() + offsetMs;
  const row = rows.get(agentId);
  return (
    <div className="pb-3 text-sm">
      {row ? (
        <WhyWaiting row={row} rows={rows} now={now} start={start} status={status} />
      ) : (
        <p className="font-medium">{statusText(status)}</p>
      )}
    </div>
  );
}
