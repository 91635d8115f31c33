"use client";

import { type KeyboardEvent, useRef } from "react";
import { hydrationProps, useHydrated } from "./use-hydrated";

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowRight", 1],
  ["ArrowDown", 1],
  ["ArrowLeft", -1],
  ["ArrowUp", -1],
]);

/** A segmented control, with the keyboard behavior of a radio group. */
export function Segmented<Value extends string>({ label, value, options, onChange, disabled }: SegmentedProps<Value>) {
  const group = useRef<HTMLDivElement>(null);
  const waiting = hydrationProps(useHydrated(), disabled);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps.get(event.key);
    if (step === undefined || disabled) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = options[(at + step + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend and brings its own styles
    <div
      ref={group}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="inline-flex h-8 max-w-full overflow-x-auto rounded-md border border-input/60 p-0.5"
    >
      {options.map((option, index) => {
        const on = option.value === value;
        const first = index === 0 && !options.some((each) => each.value === value);
        return (
          // biome-ignore lint/a11y/useSemanticElements: an input can't contain its label and would have to be hidden
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={on}
            data-value={option.value}
            {...waiting}
            tabIndex={on || first ? 0 : -1}
            onClick={() => onChange(option.value)}
            className="rounded px-2.5 text-muted-foreground text-sm hover:text-foreground disabled:opacity-50 aria-checked:bg-accent aria-checked:font-medium aria-checked:text-foreground"
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
