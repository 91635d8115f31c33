"use client";

import type { ComponentProps } from "react";
import { useHydrated, waitingProps } from "./use-hydrated";

/** A button whose press is heard by code, and that waits for it. */
export function ActingButton({ disabled, ...props }: ComponentProps<"button">) {
  return <button {...props} {...waitingProps(useHydrated(), disabled)} />;
}
