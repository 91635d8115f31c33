"use client";

import type { ComponentProps } from "react";
import { useHydrated, waitingProps } from "./use-hydrated";

/** A button that is disabled until hydration, as its press is handled by code. */
export function ActingButton({ disabled, ...props }: ComponentProps<"button">) {
  return <button {...props} {...waitingProps(useHydrated(), disabled)} />;
}
