"use client";

import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useState } from "react";
import { modelsQuery } from "@/components/launch-options/launch-option-queries";
import { announce } from "@/components/ui/announcer";
import { classNames } from "@/components/ui/class-names";
import { callProxy } from "@/lib/client/call";
import {
  type CompletionTarget,
  type Suggestion,
  suggestCommands,
  suggestFiles,
} from "@/lib/model/completion/completion";
import { counted } from "@/lib/model/plural";
import type { CompletionSource } from "./prompt-textarea";
import { useRepositoryFiles } from "./repository-files";

export interface CompletionHandle {
  /** Handles a key press in the text area. Returns true if it was handled. */
  press: (key: string) => boolean;
}

interface CompletionListProps {
  ref: Ref<CompletionHandle>;
  target: CompletionTarget;
  source: CompletionSource;
  /** Ids of the list and its active option, separated by a space; `undefined` while there are no suggestions. */
  onActive: (ids: string | undefined) => void;
  onChoose: (suggestion: Suggestion) => void;
}

function useSuggestions({ kind, query }: CompletionTarget, { model, repository }: CompletionSource): Suggestion[] {
  const models = useQuery({ ...modelsQuery(callProxy), enabled: kind === "command" });
  const files = useRepositoryFiles(kind === "file" ? repository : undefined);
  const commands = models.data?.items.find(
    ({ id, aliases }) => id === model || aliases?.includes(model ?? ""),
  )?.commands;
  return useMemo(
    () => (kind === "command" ? suggestCommands(commands ?? [], query) : suggestFiles(files, query)),
    [kind, query, commands, files],
  );
}

/** The suggestions below a prompt. The text area keeps the focus. */
export default function CompletionList({ ref, target, source, onActive, onChoose }: CompletionListProps) {
  const id = useId();
  const suggestions = useSuggestions(target, source);
  const [selected, setSelected] = useState(0);
  const index = Math.min(selected, suggestions.length - 1);
  const optionId = (at: number) => `${id}-${at}`;
  const active = suggestions.length === 0 ? undefined : `${id} ${optionId(index)}`;
  useEffect(() => {
    onActive(active);
    return () => onActive(undefined);
  }, [active, onActive]);
  const text = suggestions.length === 0 ? "" : counted(suggestions.length, "suggestion");
  useEffect(() => {
    if (text !== "") announce(text);
  }, [text]);

  useImperativeHandle(ref, () => ({
    press(key) {
      const suggestion = suggestions[index];
      if (!suggestion) return false;
      if (key === "ArrowDown" || key === "ArrowUp") {
        const step = key === "ArrowDown" ? 1 : suggestions.length - 1;
        setSelected((index + step) % suggestions.length);
        return true;
      }
      if (key !== "Enter" && key !== "Tab") return false;
      onChoose(suggestion);
      return true;
    },
  }));

  if (suggestions.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={target.kind === "command" ? "Commands" : "Files"}
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-64 overflow-y-auto rounded-md border bg-popover p-1 shadow-sm"
    >
      {suggestions.map((suggestion, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus
        <div
          key={suggestion.label}
          id={optionId(at)}
          role="option"
          aria-selected={at === index}
          // Before the text area loses focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className={classNames(
            "flex cursor-pointer items-baseline gap-2 rounded px-2 py-1 text-sm",
            at === index && "bg-muted",
          )}
        >
          <span className="min-w-0 truncate font-mono text-xs">{suggestion.label}</span>
          {suggestion.detail ? (
            <span className="min-w-0 truncate text-muted-foreground text-xs">{suggestion.detail}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}
