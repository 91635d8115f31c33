import type { ComponentProps } from "react";
import { classNames } from "./class-names";

export const fieldStyles =
  "w-full rounded-md border border-input/60 bg-background px-2.5 text-ellipsis text-sm text-foreground placeholder:text-muted-foreground hover:border-input disabled:opacity-50 aria-invalid:border-danger";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(fieldStyles, "h-8", className)} {...props} />;
}
