"use client";

import type { ComponentProps } from "react";
import { hydrationProps, useHydrated } from "./use-hydrated";

/** A button that is disabled until hydration, because its click needs JavaScript. */
export function HydratedButton({ disabled, ...props }: ComponentProps<"button">) {
  return <button {...props} {...hydrationProps(useHydrated(), disabled)} />;
}
