"use client";

import { ArchiveRestore } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { type TranscriptHandle, TranscriptPane } from "@/components/transcript/transcript-pane";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { retryImport } from "@/lib/client/retry-import";
import type { Agent } from "@/lib/contract/agents/agent";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { endsWithPlan } from "@/lib/model/transcript/open-plan";
import { AgentHeader } from "./agent-header";
import { AgentLoading } from "./agent-loading";
import { Composer } from "./composer";
import { PlanApproval } from "./plan-approval";
import { SidePanel } from "./side-panel";
import { useAgentView } from "./use-agent-view";
import { useArchiveWithUndo } from "./use-archive-with-undo";

/** Loaded while the agent is queued. */
const QueuedNotice = lazy(() => retryImport(() => import("./queued-notice")));

interface AgentScreenProps {
  id: string;
  canOperate: boolean;
  /** How to start a worker for a queued agent. */
  start: WorkerStart;
}

/** The agent page: its runs as one conversation, the follow-up composer, and a details panel. */
export function AgentScreen({ id, canOperate, start }: AgentScreenProps) {
  const view = useAgentView(id);
  const { agent, runPages, latest, active } = view;
  const conversation = useRef<TranscriptHandle>(null);
  const [details, setDetails] = useState(false);
  const error = agent.error ?? runPages.error;
  const retry = () => {
    agent.refetch();
    runPages.refetch();
  };

  if (!agent.data) {
    if (!error) return <AgentLoading />;
    return (
      <>
        <PageHeader title="Agent" />
        <LoadFailure error={error} stale={false} onRetry={retry} />
      </>
    );
  }

  const blocked = blockedReason({ agent: agent.data, active, canOperate });
  const planIsOpen = latest !== undefined && endsWithPlan(view.transcripts.get(latest.run.id));
  const showLatest = () => conversation.current?.showLatest();
  const selectRun = (runId: string) => {
    setDetails(false);
    view.include(runId);
    // A run that wasn't loaded before appears in the list after the next paint.
    requestAnimationFrame(() => conversation.current?.showRun(runId));
  };
  const panel = <SidePanel agent={agent.data} branches={view.branches} runs={view.numbered} onSelectRun={selectRun} />;

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <AgentHeader
        agent={agent.data}
        latest={latest}
        status={view.status}
        canOperate={canOperate}
        onDetails={() => setDetails(true)}
      />
      {error ? <LoadFailure error={error} stale onRetry={retry} /> : null}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <TranscriptPane
            ref={conversation}
            agentId={id}
            name={agent.data.name}
            include={view.include}
            runs={view.followed}
            transcripts={view.transcripts}
            earlier={view.earlier}
            onEarlier={view.showEarlier}
          />
          {planIsOpen && blocked === undefined ? <PlanApproval agentId={id} onSent={showLatest} /> : null}
          {view.status?.kind === "queued" ? (
            <Suspense fallback={null}>
              <QueuedNotice agentId={id} isFirst={view.numbered.length === 1} start={start} />
            </Suspense>
          ) : null}
          <Composer
            agentId={id}
            blocked={blocked}
            remedy={canOperate && agent.data.status === "ARCHIVED" ? <RestoreButton agentId={id} /> : null}
            onSent={showLatest}
          />
        </div>
        <aside aria-label="Details" className="hidden w-80 shrink-0 overflow-y-auto border-l p-4 lg:block">
          {panel}
        </aside>
      </div>
      <Dialog open={details} onOpenChange={setDetails} title="Details">
        {panel}
      </Dialog>
    </div>
  );
}

function RestoreButton({ agentId }: { agentId: string }) {
  const { change, isPending } = useArchiveWithUndo(agentId);
  return (
    <Button disabled={isPending} onClick={() => change(false)}>
      <ArchiveRestore aria-hidden />
      Restore
    </Button>
  );
}

interface LoadFailureProps {
  error: Error;
  /** True when previously loaded data is still shown. */
  stale: boolean;
  onRetry: () => void;
}

function LoadFailure({ error, stale, onRetry }: LoadFailureProps) {
  return (
    <div className="p-4">
      <CallFailure error={error} onRetry={onRetry}>
        {stale ? "Showing the last loaded data." : "Couldn't load the agent."}
      </CallFailure>
    </div>
  );
}

interface FollowUpState {
  agent: Pick<Agent, "status">;
  active: boolean;
  canOperate: boolean;
}

/** Why a follow-up can't be sent now; `undefined` when it can. */
function blockedReason({ agent, active, canOperate }: FollowUpState): string | undefined {
  if (!canOperate) return "You need the Operator role to send prompts.";
  if (agent.status === "ARCHIVED") return "The agent is archived. Restore it to send a follow-up.";
  if (active) return "The agent is working. Wait for the run to finish, or cancel it.";
  return undefined;
}
