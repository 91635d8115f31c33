"use client";

import { type RefObject, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import type { ControlProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface FilterInputProps {
  /** Its name, where no label is shown. */
  label?: string;
  /** Ties it to the label that is shown. */
  control?: ControlProps;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  className?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** A filter that applies on blur or Enter. Text typed before hydration is kept. */
export function FilterInput({ label, control, placeholder, value, onValue, className, inputRef }: FilterInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = inputRef ?? own;
  const shown = useRef(value);
  useEffect(() => {
    // A saved view, or going back, sets another value.
    if (input.current && shown.current !== value) input.current.value = value;
    shown.current = value;
  }, [value, input]);
  const send = (text: string) => {
    if (text.trim() !== value) onValue(text.trim());
  };
  return (
    <Input
      {...control}
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => send(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && send(event.currentTarget.value)}
      className={classNames("w-full", className)}
    />
  );
}
