"use client";

import type { ComponentProps } from "react";
import { hydrationProps, useHydrated } from "./use-hydrated";

/** A button that is disabled until hydration, as its press is handled by code. */
export function HydratedButton({ disabled, ...props }: ComponentProps<"button">) {
  return <button {...props} {...hydrationProps(useHydrated(), disabled)} />;
}
