"use client";

import { ArchiveRestore } from "lucide-react";
import { Activity, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useAgentAction } from "@/components/agents/use-agent-action";
import { useHostingChanges } from "@/components/pulls/use-hosting-changes";
import { AnsweringContext } from "@/components/transcript/answering";
import { TranscriptPane, type TranscriptTarget } from "@/components/transcript/transcript-pane";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Dialog } from "@/components/ui/dialog";
import { PageHeader } from "@/components/ui/page-header";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Agent, ViewerAccess } from "@/lib/contract/agents/agent";
import { queueHint } from "@/lib/model/follow-ups/queue-hint";
import { paths } from "@/lib/model/paths";
import type { WorkerStart } from "@/lib/model/queue/start-command";
import { parseRunReference } from "@/lib/model/runs/run-reference";
import { allowedAction } from "@/lib/model/status/allowed-action";
import { runStatus } from "@/lib/model/transcript/conversation-items";
import { AgentHeader } from "./agent-header";
import { AgentLoading } from "./agent-loading";
import { AgentTabViews } from "./agent-tab-views";
import { AgentTabs, parseAgentTab } from "./agent-tabs";
import { Composer } from "./composer";
import { LaunchFacts } from "./launch-facts";
import { OfflineWorkerNotice } from "./offline-worker-notice";
import { listPulls, SidePanel } from "./side-panel";
import { useAgentView } from "./use-agent-view";
import { useFollowUpQueue } from "./use-follow-up-queue";
import { useStatusAnnouncement } from "./use-status-announcement";
import { useTranscriptNavigation } from "./use-transcript-navigation";

/** Loaded once there is something to do next. */
const NextActionButton = browserOnly(() => import("./next-action"));
/** Loaded while messages are queued. */
const QueuedMessages = browserOnly(() => import("./queued-messages"));
/** Loaded while the agent is queued. */
const QueuedNotice = browserOnly(() => import("./queued-notice"));

/** Loaded after a run that failed because of its environment file. */
const EditEnvironmentFile = browserOnly(() => import("./edit-environment-file"));

interface AgentScreenProps {
  id: string;
  canOperate: boolean;
  /** How to start a worker for a queued agent. */
  start: WorkerStart;
}

/** The agent page: its runs as one conversation, other views of them, and a details panel. */
export function AgentScreen({ id, canOperate, start }: AgentScreenProps) {
  useHostingChanges();
  const url = useUrlState();
  const tab = parseAgentTab(url.get("tab"));
  const linkedRun = url.get("run");
  const view = useAgentView(id, { allChanges: tab === "changes", run: parseRunReference(linkedRun) });
  const { agent, runs, latest, active } = view;
  const queue = useFollowUpQueue(id);
  const { refresh } = view;
  const access = canOperate ? (agent.data?.viewerAccess ?? "own") : "read";
  const answering = useMemo(
    () => ({ agentId: id, canAnswer: access === "own", onAnswered: refresh }),
    [id, access, refresh],
  );
  const [details, setDetails] = useState(false);
  const [commenting, setCommenting] = useState(0);
  // Once shown, the queue stays, because the edited text of a message is kept when the last one is sent.
  const [hadQueued, setHadQueued] = useState(false);
  useStatusAnnouncement(view.status);
  const go = useTranscriptNavigation({
    isTranscript: tab === "transcript",
    include: runs.include,
    showLatest: runs.showLatest,
  });
  const error = agent.error ?? runs.error;
  const retry = () => void refresh();

  if (!agent.data) {
    if (!error) return <AgentLoading />;
    return (
      <>
        <PageHeader title="Agent" parents={[{ name: "Agents", path: paths.agents() }]} />
        <LoadFailure error={error} stale={false} onRetry={retry} />
      </>
    );
  }

  const { owner: { name: owner } = {}, offlineWorker, lastWorkerId } = view.profile ?? {};
  const blocked = blockedReason({ agent: agent.data, canOperate, access, owner });
  const queued = queue?.items ?? [];
  if (queued.length > 0 && !hadQueued) setHadQueued(true);
  const queues = active || (queued.length > 0 && queue?.paused === undefined);
  const transcript = latest && view.transcripts.get(latest.run.id);
  const next = allowedAction(view.status, access);
  const question = transcript?.rows.findLast((row) => row.kind === "question" && row.end === undefined);
  const showLatest = () => {
    setCommenting(0);
    setDetails(false);
    go.toLatest();
  };
  const show = (target: TranscriptTarget) => {
    setDetails(false);
    go.to(target);
  };
  const [repository] = agent.data.repos;
  const panel = (
    <SidePanel
      agent={agent.data}
      branches={view.branches}
      diff={view.diff}
      runs={{
        total: runs.total,
        newest: runs.newest,
        statusOf: (run) => runStatus(run, view.transcripts.get(run.id)),
        onSelect: (run) => show({ run }),
      }}
      active={active}
      offlineWorker={offlineWorker}
      lastWorkerId={lastWorkerId}
      facts={<LaunchFacts profile={view.profile} />}
      canSend={blocked === undefined}
      onLatestRun={showLatest}
    />
  );

  return (
    <div className="flex h-[calc(100dvh-3rem)] flex-col md:h-dvh">
      <AgentHeader
        agent={agent.data}
        latest={latest}
        status={view.status}
        canOperate={canOperate}
        access={access}
        profile={view.profile}
        pull={listPulls(agent.data, view.branches)[0]}
        unisolated={transcript?.unisolated === true}
        reportedCost={transcript?.session?.cost}
        action={
          view.status && next ? (
            <NextActionButton
              agent={agent.data}
              status={view.status}
              next={next}
              pulls={view.pulls}
              onAnswer={() => {
                if (latest && question) show({ run: { runId: latest.run.id }, row: question });
              }}
              onSent={showLatest}
            />
          ) : null
        }
        onDetails={() => setDetails(true)}
      />
      <AgentTabs agent={agent.data} tab={tab} lines={view.diff.lines} />
      {error ? <LoadFailure error={error} stale onRetry={retry} /> : null}
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Activity mode={tab === "transcript" ? "visible" : "hidden"}>
            <div className="flex min-h-0 flex-1 flex-col">
              <AnsweringContext value={answering}>
                <TranscriptPane
                  ref={go.conversation}
                  agentId={id}
                  name={agent.data.name}
                  env={agent.data.env}
                  include={runs.include}
                  runs={runs.shown}
                  transcripts={view.shownTranscripts}
                  earlier={runs.earlier}
                  later={runs.later}
                  onEarlier={runs.showEarlier}
                  onLater={runs.showLater}
                  onLatest={go.loadLatest}
                  target={go.target}
                  onTargetShown={go.onTargetShown}
                  note={
                    view.status?.kind === "queued" ? (
                      <QueuedNotice agentId={id} status={view.status} start={start} />
                    ) : offlineWorker && view.status?.kind === "running" ? (
                      <OfflineWorkerNotice worker={offlineWorker} />
                    ) : canOperate && view.errorCode?.startsWith("environment_") ? (
                      <EditEnvironmentFile agent={agent.data} />
                    ) : null
                  }
                />
              </AnsweringContext>
            </div>
          </Activity>
          <AgentTabViews
            tab={tab}
            agent={agent.data}
            view={view}
            onShow={show}
            onComment={blocked === undefined ? () => setCommenting(commenting + 1) : undefined}
          />
          {tab === "transcript" && hadQueued ? (
            <QueuedMessages agentId={id} items={queued} paused={queue?.paused} canOperate={canOperate} />
          ) : null}
          {tab === "transcript" || (tab === "changes" && commenting > 0) ? (
            <FocusedAfter change={commenting}>
              <Composer
                agentId={id}
                blocked={blocked}
                repository={repository && { url: repository.url, revision: repository.startingRef }}
                queueHint={queues ? queueHint(view.status?.kind) : undefined}
                next={next}
                remedy={
                  access === "own" && agent.data.status === "ARCHIVED" ? <RestoreButton agent={agent.data} /> : null
                }
                onSent={showLatest}
              />
            </FocusedAfter>
          ) : null}
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

/** Focuses the end of its text field each time the number grows. */
function FocusedAfter({ change, children }: { change: number; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = change > 0 ? frame.current?.querySelector("textarea") : null;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [change]);
  // On phones, an empty field is one line high until it has the focus.
  return (
    <div
      ref={frame}
      className="max-sm:[&_textarea:placeholder-shown:not(:focus)]:h-9 max-sm:[&_textarea:placeholder-shown:not(:focus)]:min-h-9"
    >
      {children}
    </div>
  );
}

function RestoreButton({ agent }: { agent: Agent }) {
  const { start, isPending } = useAgentAction(agent);
  return (
    <Button disabled={isPending} onClick={() => void start("unarchive")}>
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
  canOperate: boolean;
  access: ViewerAccess;
  owner: string | undefined;
}

/** Why a follow-up can't be sent now; `undefined` when it can. */
function blockedReason({ agent, canOperate, access, owner }: FollowUpState): string | undefined {
  if (!canOperate) return "You need the Operator role to send prompts.";
  if (access !== "own") return `Only ${owner ?? "the agent's user"} and admins can send prompts to this agent.`;
  if (agent.status === "ARCHIVED") return "The agent is archived. Restore it to send a follow-up.";
  return undefined;
}
