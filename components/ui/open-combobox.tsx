"use client";

import { Command } from "cmdk";
import { Check } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "./class-names";

export interface ComboboxOption {
  value: string;
  label: string;
  detail?: string;
}

export interface OpenComboboxProps {
  trigger: ReactElement;
  /** Name of the control, for the filter box and the list. */
  name: string;
  value: string;
  options: readonly ComboboxOption[];
  onChange: (value: string) => void;
  /** Converts the typed text to an option. */
  free?: (text: string) => ComboboxOption | undefined;
  /** Called as the user types, for options that are searched for elsewhere. */
  onText?: (text: string) => void;
  empty: ReactNode;
  /** Below the options, such as how to find others. */
  note?: string | undefined;
}

/** The loaded combobox. Opens immediately. */
export default function OpenCombobox({
  trigger,
  name,
  value,
  options,
  onChange,
  free,
  onText,
  empty,
  note,
}: OpenComboboxProps) {
  const [open, setOpen] = useState(true);
  const [text, setText] = useState("");
  const freeOption = free?.(text.trim());
  const type = (next: string) => {
    setText(next);
    onText?.(next);
  };
  const choose = (next: string) => {
    onChange(next);
    type("");
    setOpen(false);
  };

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild role="combobox" aria-haspopup="listbox">
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          className="z-50 w-(--radix-popover-trigger-width) min-w-56 rounded-md border bg-popover shadow-md"
        >
          <Command label={name} loop>
            <Command.Input
              value={text}
              onValueChange={type}
              placeholder="Filter…"
              aria-label={`Filter: ${name}`}
              className="h-9 w-full border-b bg-transparent px-3 text-sm outline-none placeholder:text-muted-foreground"
            />
            <Command.List className="max-h-64 overflow-auto p-1" label={name}>
              <Command.Empty className="px-2 py-3 text-muted-foreground text-sm">{empty}</Command.Empty>
              {options.map((option) => (
                <Option key={option.value} option={option} chosen={option.value === value} onChoose={choose} />
              ))}
              {freeOption && !options.some((option) => option.value === freeOption.value) ? (
                <Option option={freeOption} chosen={false} onChoose={choose} />
              ) : null}
            </Command.List>
            {note ? (
              <p role="status" className="border-t px-3 py-1.5 text-muted-foreground text-xs">
                {note}
              </p>
            ) : null}
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface OptionProps {
  option: ComboboxOption;
  chosen: boolean;
  onChoose: (value: string) => void;
}

function Option({ option, chosen, onChoose }: OptionProps) {
  return (
    <Command.Item
      value={`${option.label} ${option.value}`}
      onSelect={() => onChoose(option.value)}
      className="flex items-center gap-2 rounded px-2 py-1.5 text-sm data-[selected=true]:bg-accent"
    >
      <Check aria-hidden className={classNames("size-3.5 shrink-0", !chosen && "invisible")} />
      <span className="min-w-0">
        <span className="block truncate">{option.label}</span>
        {option.detail ? <span className="block truncate text-muted-foreground text-xs">{option.detail}</span> : null}
      </span>
    </Command.Item>
  );
}
