"use client";

import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from "react";
import { retryImport } from "@/lib/client/retry-import";
import type { Run } from "@/lib/contract/agents/run";
import { promptFrom, rowKey } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { Conversation, type ConversationHandle } from "./conversation";
import { RowsOpen } from "./row-open-state";
import { copyMarkdown, downloadEvents, downloadMarkdown } from "./transcript-export";
import { TranscriptToolbar } from "./transcript-toolbar";
import { useConversationView } from "./use-conversation-view";
import { useFind } from "./use-find";
import { showFirstMatch, useFindHighlights } from "./use-find-highlights";
import { useLinkedEvent } from "./use-linked-event";
import { useTranscriptKeys } from "./use-transcript-keys";

const RawEvents = lazy(() => retryImport(() => import("./raw-events")));
const WaterfallDialog = lazy(() => retryImport(() => import("./waterfall-dialog")));

export interface TranscriptHandle {
  showRun: (runId: string) => void;
  showLatest: () => void;
}

interface TranscriptPaneProps {
  ref?: Ref<TranscriptHandle>;
  agentId: string;
  name: string;
  /** Oldest first. */
  runs: readonly Run[];
  transcripts: Transcripts;
  /** Number of earlier runs that aren't shown. */
  earlier: number;
  onEarlier: () => void;
  /** Loads a run so that it can be shown. */
  include: (runId: string) => void;
}

/** The transcript of an agent's runs, with its toolbar and dialogs. */
export function TranscriptPane(props: TranscriptPaneProps) {
  const { ref, agentId, name, runs, transcripts, earlier, onEarlier, include } = props;
  const conversation = useRef<ConversationHandle>(null);
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<"events" | "waterfall">();
  const [rowsOpen] = useState(() => new RowsOpen());
  const { items, failedOnly, setFailedOnly, marked, mark, fold } = useConversationView(runs, transcripts, earlier);
  const find = useFind(runs, transcripts, ({ runId, row }) => {
    rowsOpen.reveal(rowKey(runId, row));
    mark(runId, row);
  });
  useFindHighlights(region, find.text);
  const term = useRef("");
  term.current = find.text.trim().toLowerCase();
  useLinkedEvent(transcripts, include, mark);

  // A marked row may not render until its group has opened.
  useEffect(() => {
    if (marked === undefined) return;
    requestAnimationFrame(() => {
      conversation.current?.show(marked);
      // The match may be further down in a row that scrolls, or taller than the window.
      requestAnimationFrame(() => showFirstMatch(region.current, term.current));
    });
  }, [marked]);

  const toPrompt = (by: 1 | -1) => {
    const prompt = promptFrom(items, conversation.current?.firstVisible() ?? 0, by);
    if (prompt) conversation.current?.show(prompt.key, "start");
    else if (by > 0) conversation.current?.showLatest();
    else if (items[0]) conversation.current?.show(items[0].key, "start");
  };
  useTranscriptKeys({ find: () => field.current?.focus(), toPrompt });

  useImperativeHandle(ref, () => ({
    showRun: (runId) => conversation.current?.show(`${runId} start`, "start"),
    showLatest: () => conversation.current?.showLatest(),
  }));

  const source = { agentId, name, runs, transcripts, earlier };
  const actions = {
    copy: () => void copyMarkdown(source),
    downloadMarkdown: () => downloadMarkdown(source),
    downloadEvents: () => void downloadEvents(source),
    showEvents: () => setDialog("events"),
    showWaterfall: () => setDialog("waterfall"),
  };
  const numbered = runs.map(({ id }, index) => ({ id, number: earlier + 1 + index }));
  const close = () => setDialog(undefined);

  return (
    <>
      <TranscriptToolbar
        find={find}
        field={field}
        failedOnly={failedOnly}
        onFailedOnly={setFailedOnly}
        onPrompt={toPrompt}
        actions={actions}
      />
      <Conversation
        handle={conversation}
        region={region}
        items={items}
        rowsOpen={rowsOpen}
        marked={marked}
        onFold={fold}
        onEarlier={onEarlier}
      />
      <Suspense fallback={null}>
        {dialog === "events" ? <RawEvents agentId={agentId} runs={numbered} onClose={close} /> : null}
        {dialog === "waterfall" ? (
          <WaterfallDialog
            runs={numbered}
            transcripts={transcripts}
            onClose={close}
            onSelect={(runId, { row }) => {
              close();
              mark(runId, row);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
