"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { type BulkAction, bulkResult, bulkTitle } from "./bulk-labels";
import type { BulkState } from "./use-bulk";

interface BulkPanelProps {
  state: BulkState;
  onStart: (action: BulkAction, agents: readonly AgentRow[], text?: string) => void;
  onStop: () => void;
  onDismiss: () => void;
}

/** Progress and result of a bulk action. */
export default function BulkPanel({ state, onStart, onStop, onDismiss }: BulkPanelProps) {
  const { action, text, progress, running, agents } = state;
  const { total, done, failed, pausedFor } = progress;
  const attempted = done.length + failed.length;
  const agentsOf = (ids: readonly string[]) => ids.map((id) => agents.get(id)).filter((agent) => agent !== undefined);

  return (
    <section aria-label="Bulk action" className="max-h-[40vh] space-y-2 overflow-auto border-t bg-muted/50 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 text-sm">
          {running ? `${bulkTitle(action, total)}: ${attempted} of ${total}` : bulkResult(action, progress)}
          {running && pausedFor !== undefined ? (
            <span className="text-muted-foreground"> Rate limited. Retrying in {pausedFor} s.</span>
          ) : null}
        </p>
        {running ? (
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        ) : null}
        {!running && action === "archive" && done.length > 0 ? (
          <Button size="small" onClick={() => onStart("unarchive", agentsOf(done))}>
            Undo
          </Button>
        ) : null}
        {!running && failed.length > 0 ? (
          <Button size="small" onClick={() => onStart(action, agentsOf(failed.map(({ id }) => id)), text)}>
            Retry failed
          </Button>
        ) : null}
        {running ? null : (
          <Button variant="ghost" size="smallIcon" aria-label="Dismiss" onClick={onDismiss}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {running ? (
        <progress aria-label={bulkTitle(action, total)} value={attempted} max={total} className="h-1.5 w-full" />
      ) : null}
      {failed.length > 0 ? (
        <ul aria-label="Failures" className="space-y-1 text-sm">
          {failed.map(({ id, message }) => (
            <li key={id} className="break-words">
              <bdi className="font-medium">{agents.get(id)?.name || id}</bdi>: {message}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
