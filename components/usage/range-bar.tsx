"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

interface RangeBarProps {
  from: string | undefined;
  to: string | undefined;
  /** Without days: all time. */
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

const dayMs = 86_400_000;
const presets = [
  { label: "7 days", days: 7 },
  { label: "30 days", days: 30 },
  { label: "90 days", days: 90 },
] as const;

/** The UTC day this many days ago, counting today. */
export const daysAgo = (days: number) => new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);

export function RangeBar({ from, to, onChange }: RangeBarProps) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, days }) => (
          <Button
            key={label}
            size="small"
            suppressHydrationWarning
            aria-pressed={to === undefined && from === daysAgo(days)}
            className="aria-pressed:bg-accent"
            onClick={() => onChange({ from: daysAgo(days), to: undefined })}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          aria-pressed={from === undefined && to === undefined}
          className="aria-pressed:bg-accent"
          onClick={() => onChange({ from: undefined, to: undefined })}
        >
          All
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <DayInput label="From" value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
        <DayInput label="To" value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
      </div>
    </div>
  );
}

interface DayInputProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5 text-muted-foreground text-xs">
      <label htmlFor={id} className="w-8 sm:w-auto">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={value ?? ""}
        min={min}
        max={max}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="h-7 w-34 text-xs"
      />
    </span>
  );
}
