"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { complete, type Suggestion, type Vocabulary } from "@/lib/model/agent-query/complete";
import { type Draft, editLastChip, settle } from "@/lib/model/agent-query/draft";
import { formatPart } from "@/lib/model/agent-query/query";

interface QueryBarProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  vocabulary: Vocabulary;
  input: RefObject<HTMLInputElement | null>;
}

/** The filter input: completed terms as chips, then the text being typed, with suggestions. */
export function QueryBar({ draft, onChange, vocabulary, input }: QueryBarProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { from, suggestions } = useMemo(() => complete(draft.text, vocabulary), [draft.text, vocabulary]);
  const shown = open ? suggestions : [];
  const write = (text: string) => {
    const next = settle({ ...draft, text });
    setActive(-1);
    // After a space there is nothing to complete, and the suggestions would cover the list.
    setOpen(/\S$/.test(next.text));
    onChange(next);
  };
  const accept = ({ insert }: Suggestion) => {
    write(`${draft.text.slice(0, from)}${insert}${insert.endsWith(":") ? "" : " "}`);
    setOpen(insert.endsWith(":"));
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = shown[active];
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      setActive((now) => (suggestions.length === 0 ? -1 : (now + step + suggestions.length) % suggestions.length));
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen) accept(chosen);
    else if (event.key === "Enter") write(draft.text === "" ? "" : `${draft.text} `);
    else if (event.key === "Escape" && shown.length > 0) setOpen(false);
    else if (event.key === "Escape") event.currentTarget.blur();
    else if (event.key === "Backspace" && atStart && draft.chips.length > 0) onChange(editLastChip(draft));
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative min-w-0 flex-1 basis-72">
      <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-input/60 bg-background px-2 py-0.5 focus-within:outline focus-within:outline-2 focus-within:outline-ring hover:border-input">
        <Search aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <Chips
          chips={draft.chips}
          onRemove={(index) => {
            onChange({ ...draft, chips: draft.chips.filter((_, each) => each !== index) });
            input.current?.focus();
          }}
        />
        <input
          ref={input}
          role="combobox"
          aria-label="Filter agents"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={draft.chips.length === 0 ? "Filter agents" : ""}
          value={draft.text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          className="h-6 min-w-24 flex-1 text-ellipsis bg-transparent text-sm outline-none placeholder:text-muted-foreground"
        />
      </div>
      <SuggestionList id={id} suggestions={shown} active={active} onAccept={accept} />
    </div>
  );
}

interface ChipsProps {
  chips: Draft["chips"];
  onRemove: (index: number) => void;
}

function Chips({ chips, onRemove }: ChipsProps) {
  return chips.map((chip, index) => {
    const text = formatPart(chip);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same term may appear twice.
      <span key={`${text} ${index}`} className="inline-flex max-w-full items-center rounded bg-accent text-xs">
        <span className="truncate py-0.5 pl-1.5 font-mono">{text}</span>
        <button
          type="button"
          aria-label={`Remove filter ${text}`}
          onClick={() => onRemove(index)}
          className="rounded p-1 text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden className="size-3" />
        </button>
      </span>
    );
  });
}

interface SuggestionListProps {
  /** Prefix for the ids of the list and its options. */
  id: string;
  suggestions: readonly Suggestion[];
  active: number;
  onAccept: (suggestion: Suggestion) => void;
}

function SuggestionList({ id, suggestions, active, onAccept }: SuggestionListProps) {
  return (
    <ul
      id={`${id}-list`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox.
      role="listbox"
      aria-label="Suggestions"
      className={classNames(
        "absolute top-full left-0 z-30 mt-1 w-80 max-w-full rounded-md border bg-popover p-1 shadow-md",
        suggestions.length === 0 && "hidden",
      )}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
        <li
          key={suggestion.label}
          id={`${id}-${index}`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of a combobox.
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keep focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
          className={classNames(
            "flex cursor-pointer items-baseline justify-between gap-3 rounded px-2 py-1 text-sm hover:bg-muted",
            index === active && "bg-accent hover:bg-accent",
          )}
        >
          <span className="truncate font-mono">{suggestion.label}</span>
          <span className="shrink-0 text-muted-foreground text-xs">{suggestion.hint}</span>
        </li>
      ))}
    </ul>
  );
}
