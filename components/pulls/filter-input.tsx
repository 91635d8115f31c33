"use client";

import { type RefObject, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import type { ControlProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface FilterInputProps {
  /** Accessible name, if there is no visible label. */
  label?: string;
  /** Links it to its visible label. */
  control?: ControlProps;
  placeholder: string;
  value: string;
  onValue: (value: string) => void;
  className?: string;
  inputRef?: RefObject<HTMLInputElement | null>;
}

/** A filter that applies on blur or Enter. Text typed before hydration is kept. */
export function FilterInput({ label, control, placeholder, value, onValue, className, inputRef }: FilterInputProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  const shown = useRef(value);
  useEffect(() => {
    // A saved view or back navigation changes the value.
    if (input.current && shown.current !== value) input.current.value = value;
    shown.current = value;
  }, [value, input]);
  const apply = (text: string) => {
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
      onBlur={(event) => apply(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && apply(event.currentTarget.value)}
      className={classNames("w-full", className)}
    />
  );
}
