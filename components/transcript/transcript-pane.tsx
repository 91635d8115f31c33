"use client";

import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { createSequences, isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { toast } from "@/components/ui/toast";
import { patiently } from "@/lib/client/retry-import";
import type { Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { conversationItems, rowKey, workKey } from "@/lib/model/transcript/conversation-items";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { runMarkdown } from "@/lib/model/transcript/markdown-export";
import type { Row } from "@/lib/model/transcript/state";
import { gatherWork, rowFailed } from "@/lib/model/transcript/work";
import { collectEvents } from "./collect-events";
import { Conversation, type ConversationHandle } from "./conversation";
import { download, fileName } from "./download";
import { Folds } from "./folds";
import { readEventHash } from "./row-link";
import { TranscriptToolbar } from "./transcript-toolbar";
import { useFind } from "./use-find";
import { useFindMarks } from "./use-find-marks";

const RawEvents = lazy(() => patiently(() => import("./raw-events")));
const WaterfallDialog = lazy(() => patiently(() => import("./waterfall-dialog")));

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
  /** How many runs before these are not shown. */
  earlier: number;
  onEarlier: () => void;
  /** Brings a run among the shown ones. */
  include: (runId: string) => void;
}

interface Target {
  runId: string;
  find: (rows: readonly Row[]) => Row | undefined;
}

/** The transcript of an agent's runs, and everything that can be done with it. */
export function TranscriptPane(props: TranscriptPaneProps) {
  const { ref, agentId, name, runs, transcripts, earlier, onEarlier, include } = props;
  const conversation = useRef<ConversationHandle>(null);
  const region = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [folds] = useState(() => new Folds());
  const [foldChanges, setFoldChanges] = useState(0);
  const [failedOnly, setFailedOnly] = useState(false);
  const [marked, setMarked] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const [dialog, setDialog] = useState<"events" | "waterfall">();

  const items = useMemo(() => {
    const options = { firstNumber: earlier + 1, isOpen: folds.isOpen.bind(folds), failedOnly, foldChanges };
    const all = conversationItems(runs, transcripts, options);
    return earlier > 0 ? [{ kind: "earlier", key: "earlier", count: earlier } as const, ...all] : all;
  }, [runs, transcripts, earlier, folds, failedOnly, foldChanges]);
  const numbered = runs.map(({ id }, index) => ({ id, number: earlier + 1 + index }));

  const fold = (key: string, open: boolean) => {
    folds.choose(key, open);
    setFoldChanges((count) => count + 1);
  };
  const goTo = (runId: string, row: Row) => {
    const rows = transcripts.get(runId)?.rows ?? [];
    const work = gatherWork(rows).find((part) => !("kind" in part) && part.rows.includes(row));
    if (work && !("kind" in work)) fold(workKey(runId, work), true);
    if (failedOnly && !rowFailed(row)) setFailedOnly(false);
    setMarked(rowKey(runId, row));
  };
  const find = useFind(runs, transcripts, ({ runId, row }) => goTo(runId, row));
  useFindMarks(region, find.text);

  // What was gone to may only be there after folds have opened: it is shown once it is.
  useEffect(() => {
    if (marked !== undefined) requestAnimationFrame(() => conversation.current?.show(marked));
  }, [marked]);

  useEffect(() => {
    const read = () => {
      const named = readEventHash(window.location.hash);
      if (!named) return;
      include(named.runId);
      setTarget({ runId: named.runId, find: (rows) => rows.find(({ eventId }) => eventId === named.eventId) });
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [include]);

  const waiting = target && transcripts.get(target.runId);
  const wanted = waiting && target?.find(waiting.rows);
  if (target && wanted) {
    setTarget(undefined);
    goTo(target.runId, wanted);
  }
  const gone = target !== undefined && !wanted && waiting?.done === true;
  useEffect(() => {
    if (!gone) return;
    setTarget(undefined);
    toast.info("The event this link names is not in the transcript.");
  }, [gone]);

  const toPrompt = (by: 1 | -1) => {
    const from = conversation.current?.firstInSight() ?? 0;
    const isPrompt = (index: number) => {
      const item = items[index];
      return item?.kind === "row" && item.row.kind === "prompt";
    };
    for (let index = from + by; index >= 0 && index < items.length; index += by) {
      const item = items[index];
      if (item && isPrompt(index)) return conversation.current?.show(item.key, "start");
    }
    if (by > 0) conversation.current?.showLatest();
    else if (items[0]) conversation.current?.show(items[0].key, "start");
  };
  useTranscriptKeys({ find: () => field.current?.focus(), toPrompt });

  useImperativeHandle(ref, () => ({
    showRun: (runId) => conversation.current?.show(`${runId} start`, "start"),
    showLatest: () => conversation.current?.showLatest(),
  }));

  const markdown = () => {
    const parts = numbered.flatMap(({ id, number }) => {
      const transcript = transcripts.get(id);
      return transcript ? [runMarkdown(`Run ${number}`, transcript)] : [];
    });
    const missing = earlier > 0 ? `_${earlier} earlier runs are not in this copy._\n\n` : "";
    return `# ${name}\n\n${missing}${parts.join("\n\n")}\n`;
  };
  const actions = {
    copy: () =>
      void navigator.clipboard.writeText(markdown()).then(
        () => toast.success("Transcript copied as Markdown."),
        () => toast.error("The browser did not allow copying."),
      ),
    downloadMarkdown: () => download(fileName(name, "md"), "text/markdown", markdown()),
    downloadEvents: () => void downloadEvents(agentId, name, runs),
    showEvents: () => setDialog("events"),
    showWaterfall: () => setDialog("waterfall"),
  };
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
            onGo={(runId, { row }) => {
              close();
              goTo(runId, row);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface TranscriptKeys {
  find: () => void;
  toPrompt: (by: 1 | -1) => void;
}

/** Keys of the transcript: `/` finds, `[` and `]` go from prompt to prompt. */
function useTranscriptKeys(keys: TranscriptKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const feed = createSequences([
      { keys: ["/"], run: () => latest.current.find() },
      { keys: ["["], run: () => latest.current.toPrompt(-1) },
      { keys: ["]"], run: () => latest.current.toPrompt(1) },
    ]);
    const onKey = (event: KeyboardEvent) => {
      if (!isTyping(event) && shortcutsOn() && feed(event.key, event.timeStamp)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

async function downloadEvents(agentId: string, name: string, runs: readonly Run[]): Promise<void> {
  toast.info("Reading the events…");
  const lines: string[] = [];
  for (const { id } of runs) {
    for (const frame of await collectEvents(agentId, id)) {
      lines.push(JSON.stringify({ runId: id, id: frame.id, event: frame.event, data: frame.data }));
    }
  }
  download(fileName(name, "jsonl"), "application/x-ndjson", `${lines.join("\n")}\n`);
  if (runs.some(({ status }) => !isTerminal(status))) toast.info("A run goes on: the file holds its events so far.");
}
