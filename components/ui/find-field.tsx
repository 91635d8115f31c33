"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { Input } from "./input";

interface FindFieldProps {
  label: string;
  placeholder?: string;
  inputRef: Ref<HTMLInputElement>;
  autoFocus?: boolean;
  text: string;
  onText: (text: string) => void;
  /** Which match is current and how many there are; empty before a search. */
  count: string;
  onStep: (by: 1 | -1) => void;
  onEscape: (input: HTMLInputElement) => void;
}

/** Field that finds text, with the number of matches and buttons for the previous and the next one. */
export function FindField(props: FindFieldProps) {
  const { label, placeholder = label, inputRef, autoFocus, text, onText, count, onStep, onEscape } = props;
  const output = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onEscape(event.currentTarget);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="relative min-w-40 max-w-64 flex-1">
        <Input
          ref={inputRef}
          type="search"
          autoFocus={autoFocus}
          aria-label={label}
          aria-describedby={output}
          placeholder={placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className={classNames("h-7 text-xs", text && "pr-20")}
        />
        <output
          id={output}
          className="absolute inset-y-0 right-2 flex items-center text-muted-foreground text-xs tabular-nums"
        >
          {count}
        </output>
      </div>
      <Button variant="ghost" size="smallIcon" aria-label="Previous match" onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden />
      </Button>
      <Button variant="ghost" size="smallIcon" aria-label="Next match" onClick={() => onStep(1)}>
        <ChevronDown aria-hidden />
      </Button>
    </>
  );
}
