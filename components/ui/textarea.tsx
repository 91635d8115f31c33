import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { fieldStyles } from "./input";

/** Grows with its text where browsers support it. Limit it with `max-h` classes. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={classNames(fieldStyles, "field-sizing-content min-h-20 resize-y py-2", className)}
      {...props}
    />
  );
}
