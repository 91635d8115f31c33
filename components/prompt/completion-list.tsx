"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useState } from "react";
import { launchTemplatesQuery, modelsQuery } from "@/components/launch-options/launch-option-queries";
import { announce } from "@/components/ui/announcer";
import { classNames } from "@/components/ui/class-names";
import { callProxy } from "@/lib/client/call";
import {
  type CompletionTarget,
  type Suggestion,
  suggestCommands,
  suggestFiles,
  suggestTemplates,
  suggestUsers,
  type TemplateUse,
} from "@/lib/model/completion/completion";
import { counted } from "@/lib/model/plural";
import type { CompletionSource, MentionSource } from "./prompt-textarea";
import { useRepositoryFiles } from "./repository-files";
import { useRepositoryUsers } from "./repository-users";

export interface CompletionHandle {
  /** Handles a key press in the text area. Returns true if it was handled. */
  press: (key: string) => boolean;
}

interface CompletionListProps {
  ref: Ref<CompletionHandle>;
  target: CompletionTarget;
  source: CompletionSource | MentionSource;
  /** What choosing a template does. */
  templateUse: TemplateUse;
  /** Ids of the list and its active option, separated by a space; `undefined` while there are no suggestions. */
  onActive: (ids: string | undefined) => void;
  onChoose: (suggestion: Suggestion) => void;
}

type SuggestionInput = Pick<CompletionListProps, "target" | "source" | "templateUse">;

function useSuggestions({ target, source, templateUse }: SuggestionInput): Suggestion[] {
  const { kind, query } = target;
  const { model, repository, users } = { model: undefined, repository: undefined, users: undefined, ...source };
  const models = useQuery({ ...modelsQuery(callProxy), enabled: kind === "command" });
  const templates = useQuery({ ...launchTemplatesQuery(callProxy), enabled: kind === "command" });
  const files = useRepositoryFiles(kind === "file" ? repository : undefined);
  const mentionable = useRepositoryUsers(kind === "user" ? users : undefined, query);
  const entry = models.data?.items.find(({ id, aliases, isDefault }) =>
    model ? id === model || aliases?.includes(model) : model === "" && isDefault,
  );
  const commands = entry?.commands;
  // Commands are listed first, so templates wait for them: the selected suggestion must not change.
  const shown = models.isLoading ? undefined : templates.data?.templates;
  return useMemo(() => {
    if (kind === "user") return suggestUsers(mentionable);
    if (kind === "file") return suggestFiles(files, query);
    return [...suggestCommands(commands ?? [], query), ...suggestTemplates(shown ?? [], query, templateUse)];
  }, [kind, query, commands, shown, templateUse, files, mentionable]);
}

const labels = { command: "Commands and templates", file: "Files", user: "Users" } as const;

const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

/**
 * The suggestions above a prompt or below a comment, where they take space, because diffs and dialogs cut off what is
 * outside them. The text area keeps the focus.
 */
export default function CompletionList({ ref, onActive, onChoose, ...input }: CompletionListProps) {
  const id = useId();
  const isBelow = input.target.kind === "user";
  const suggestions = useSuggestions(input);
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
        const next = (index + step) % suggestions.length;
        setSelected(next);
        document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
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
      ref={isBelow ? reveal : undefined}
      role="listbox"
      aria-label={labels[input.target.kind]}
      className={classNames(
        "max-h-64 overflow-y-auto rounded-md border bg-popover p-1 shadow-sm",
        isBelow ? "mt-1" : "absolute inset-x-0 bottom-full z-20 mb-1",
      )}
    >
      {suggestions.map((suggestion, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the text area keeps the focus
        <div
          key={suggestion.template?.id ?? suggestion.label}
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
          {suggestion.template ? (
            <Bookmark aria-hidden className="size-3.5 shrink-0 self-center text-muted-foreground" />
          ) : null}
          <span className={classNames("min-w-0 truncate text-xs", !suggestion.template && "font-mono")}>
            {suggestion.label}
          </span>
          {suggestion.detail ? (
            <span className="min-w-0 truncate text-muted-foreground text-xs">{suggestion.detail}</span>
          ) : null}
        </div>
      ))}
    </div>
  );
}
