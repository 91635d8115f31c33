"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { fieldStyles } from "./input";
import { hydrationProps, useHydrated } from "./use-hydrated";

/** The native select, which works with keyboards, phones and screen readers. */
export function Select({ className, children, disabled, ...props }: ComponentProps<"select">) {
  const waiting = hydrationProps(useHydrated(), disabled);
  return (
    <div className="relative">
      <select className={classNames(fieldStyles, "h-8 appearance-none pr-8", className)} {...props} {...waiting}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  );
}
