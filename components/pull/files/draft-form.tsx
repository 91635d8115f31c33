"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from "react";
import { PromptTextarea } from "@/components/prompt/prompt-textarea";
import { type InlineDraft, isSameLine } from "@/components/reviews/review-draft";
import { usePreview } from "@/components/reviews/use-preview";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useFileThreads } from "./file-threads";
import { useDraft } from "./use-draft";

function locationLabel({ path, line, from, side }: InlineDraft): string {
  if (line === 0) return path;
  const old = side === "left" ? "old " : "";
  return from !== undefined && from < line ? `${path}, ${old}lines ${from} to ${line}` : `${path}, ${old}line ${line}`;
}

/**
 * Focuses the form of a draft that was just opened, but not one that only scrolls into view. The diff
 * can remount the form while its layout settles, so focus is restored until the first user input. New comments in the file
 * replace the form, too; it then continues where the user was typing.
 */
function useFocusWhenOpened(draft: InlineDraft) {
  const { opened } = useFileThreads();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpened = useEffectEvent(() => opened.current !== undefined && isSameLine(opened.current, draft));
  const stopRestoring = useEffectEvent(() => {
    if (isOpened()) opened.current = undefined;
  });
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (isOpened()) {
      element.focus();
      if (opened.current?.selection) element.setSelectionRange(...opened.current.selection);
    }
    // If it was rendered a frame later, both entries arrive at once; the last one is current.
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting && isOpened()) element.focus();
    });
    observer.observe(element);
    const done = () => stopRestoring();
    window.addEventListener("keydown", done, { capture: true });
    window.addEventListener("pointerdown", done, { capture: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("keydown", done, { capture: true });
      window.removeEventListener("pointerdown", done, { capture: true });
    };
  }, [opened]);
  const wasReplaced = useEffectEvent((element: HTMLTextAreaElement) => {
    opened.current = { ...draft, selection: [element.selectionStart, element.selectionEnd] };
  });
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (element && document.activeElement === element) wasReplaced(element);
    };
  }, []);
  return field;
}

/** The form of a draft comment. Changes are stored as the user types. It is published with the review or immediately. */
export function DraftForm({ draft }: { draft: InlineDraft }) {
  const { name } = useFileThreads();
  const { text, problem, typedLine, isPending, lines, write, setLine, close, save, publish } = useDraft(draft);
  const field = useFocusWhenOpened(draft);
  const { preview, button } = usePreview(text);
  const hint = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (text === (draft.kept ?? "")) close();
    else event.currentTarget.blur();
  };
  return (
    <form onSubmit={submit} className="space-y-2 rounded-md border p-2">
      <DraftLocation draft={draft} line={typedLine} onLine={setLine} />
      {preview}
      <PromptTextarea
        className={preview ? "hidden" : ""}
        aria-label={`Comment on ${locationLabel(draft)}`}
        aria-describedby={hint}
        ref={field}
        rows={3}
        value={text}
        onValue={write}
        source={{ users: name }}
        onKeyDown={onKeyDown}
      />
      {problem ? (
        <p role="alert" className="text-danger text-xs">
          {problem} Your draft is saved.
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="small" variant="primary">
          {text.trim() || !draft.kept ? "Add to review" : "Delete draft"}
        </Button>
        <Button size="small" disabled={!text.trim() || isPending} onClick={publish}>
          {isPending ? "Publishing…" : "Publish now"}
        </Button>
        {lines ? (
          <Button size="small" variant="ghost" onClick={() => write(withSuggestion(text, lines))}>
            Suggest change
          </Button>
        ) : null}
        {button}
        <Button size="small" variant="ghost" onClick={close}>
          Cancel
        </Button>
        <span id={hint} className="text-muted-foreground text-xs">
          Ctrl+Enter to add
        </span>
      </div>
    </form>
  );
}

/** Appends a suggestion block with the commented lines, for the user to edit. */
const withSuggestion = (text: string, lines: readonly string[]) =>
  `${text}${text && !text.endsWith("\n") ? "\n" : ""}\`\`\`suggestion\n${lines.join("\n")}\n\`\`\`\n`;

interface DraftLocationProps {
  draft: InlineDraft;
  line: string;
  onLine: (line: string) => void;
}

/** The file and lines of a draft, with a line input if the draft is on the whole file. */
function DraftLocation({ draft, line, onLine }: DraftLocationProps) {
  return (
    <p className="flex flex-wrap items-center gap-2 break-all text-muted-foreground text-xs">
      {locationLabel(draft)}
      {draft.line === 0 ? (
        <Input
          aria-label={`Line of ${draft.path}`}
          placeholder="Line (optional)"
          inputMode="numeric"
          value={line}
          onChange={(event) => onLine(event.target.value.replace(/\D/g, "").replace(/^0+/, "").slice(0, 9))}
          className="h-7 w-40"
        />
      ) : null}
    </p>
  );
}
