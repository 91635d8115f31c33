"use client";

import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Agent } from "@/lib/contract/agents/agent";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { isReferenceTo, type RunReference } from "@/lib/model/runs/run-reference";
import { promptFrom } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import type { Row } from "@/lib/model/transcript/state";
import { Conversation, type ConversationHandle } from "./conversation";
import { RowsOpen } from "./row-open-state";
import { copyMarkdown, downloadEvents, downloadMarkdown } from "./transcript-export";
import { TranscriptToolbar } from "./transcript-toolbar";
import { useConversationView } from "./use-conversation-view";
import { useFind } from "./use-find";
import { showFirstMatch, useFindHighlights } from "./use-find-highlights";
import { useLinkedEvent } from "./use-linked-event";
import { useTranscriptKeys } from "./use-transcript-keys";

/** A run, or one of its rows, to scroll to. */
export interface TranscriptTarget {
  run: RunReference;
  row?: Row;
}

export interface TranscriptHandle {
  showLatest: () => void;
}

interface TranscriptPaneProps {
  ref?: Ref<TranscriptHandle>;
  agentId: string;
  name: string;
  env: Agent["env"];
  /** Oldest first. */
  runs: readonly NumberedRun[];
  transcripts: Transcripts;
  /** How many runs are before and after these. */
  earlier: number;
  later: number;
  onEarlier: () => void;
  onLater: () => void;
  /** Loads the latest runs. */
  onLatest: () => void;
  /** Loads a run so that it can be shown. Must be stable. */
  include: (run: RunReference) => void;
  /** Scrolled to once its run is loaded. */
  target: TranscriptTarget | undefined;
  onTargetShown: () => void;
  /** Shown at the end of the latest run: why it makes no progress, or what to do next; otherwise `null`. */
  note: ReactNode;
}

/** The transcript of an agent's runs, with its toolbar. */
export function TranscriptPane(props: TranscriptPaneProps) {
  const { ref, agentId, name, runs, transcripts, earlier, later, include, target, onTargetShown } = props;
  const conversation = useRef<ConversationHandle>(null);
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [rowsOpen] = useState(() => new RowsOpen());
  const view = useConversationView(agentId, { runs, transcripts, earlier, later });
  const { items, filter, setFilter, marked, mark, fold } = view;
  const find = useFind(runs, transcripts, ({ runId, path }) => mark(runId, path));
  useFindHighlights(region, find.text);
  const term = useRef("");
  term.current = find.text.trim().toLowerCase();
  const linkedText = useUrlState().get("find");
  useLinkedEvent(transcripts, include, (runId, path) => {
    if (linkedText !== "") find.setText(linkedText);
    mark(runId, path);
  });

  // A marked row may not render until its group has opened.
  useEffect(() => {
    if (marked === undefined) return;
    rowsOpen.open(marked.around);
    if (term.current !== "") rowsOpen.reveal(marked.row);
    requestAnimationFrame(() => {
      conversation.current?.show(marked.item);
      // The match may be further down in a row that scrolls, or taller than the window.
      requestAnimationFrame(() => showFirstMatch(region.current, term.current));
    });
  }, [marked, rowsOpen]);

  const toPrompt = (by: 1 | -1) => {
    const prompt = promptFrom(items, conversation.current?.firstVisible() ?? 0, by);
    if (prompt) conversation.current?.show(prompt.key, "start");
    else if (by > 0 && later === 0) conversation.current?.showLatest();
    else if (items[0]) conversation.current?.show(items[0].key, "start");
  };
  useTranscriptKeys({ find: () => field.current?.focus(), toPrompt });

  const showTarget = useEffectEvent((runId: string, row: Row | undefined) => {
    if (row) mark(runId, [row]);
    else conversation.current?.show(`${runId} start`, "start");
    onTargetShown();
  });
  const targetRun = target && runs.find((run) => isReferenceTo(target.run, run))?.id;
  useEffect(() => {
    if (target && targetRun !== undefined) requestAnimationFrame(() => showTarget(targetRun, target.row));
  }, [target, targetRun]);

  const showLatest = () => {
    props.onLatest();
    conversation.current?.showLatest();
  };
  useImperativeHandle(ref, () => ({ showLatest }));

  const source = { agentId, name, runs, transcripts, earlier, later };
  const actions = {
    copy: () => void copyMarkdown(source),
    downloadMarkdown: () => downloadMarkdown(source),
    downloadEvents: () => void downloadEvents(source),
  };

  return (
    <>
      <TranscriptToolbar
        find={find}
        field={field}
        filter={filter}
        onFilter={setFilter}
        onPrompt={toPrompt}
        actions={actions}
      />
      <Conversation
        handle={conversation}
        region={region}
        env={props.env}
        items={items}
        rowsOpen={rowsOpen}
        marked={marked?.row}
        onFold={fold}
        onEarlier={props.onEarlier}
        onLater={props.onLater}
        onLatest={showLatest}
        hasLater={later > 0}
        note={props.note}
      />
    </>
  );
}
