"use client";

import { type ReactNode, useId } from "react";
import { hydrationProps, useHydrated } from "./use-hydrated";

interface CheckboxProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, hint, checked, disabled, onChange }: CheckboxProps) {
  const id = useId();
  const waiting = hydrationProps(useHydrated(), disabled);
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        {...waiting}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 accent-primary"
      />
      <div>
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-muted-foreground text-xs">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
