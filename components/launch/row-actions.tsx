"use client";

import { Plus, X } from "lucide-react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { rowId } from "./empty-fields";

/** Adds a row and puts the cursor into its first control at once: the next key is the first of what is typed there. */
export function addRow(id: string, add: () => void): void {
  flushSync(add);
  document.querySelector<HTMLElement>(`[data-row="${id}"] :is(input, textarea, select, button)`)?.focus();
}

interface AddRowProps {
  /** What is added: `variable`. */
  what: string;
  count: number;
  most: number;
  onAdd: (id: string) => void;
}

export function AddRow({ what, count, most, onAdd }: AddRowProps) {
  return (
    <Button
      size="small"
      data-add={what}
      disabled={count >= most}
      onClick={() => {
        const id = rowId();
        addRow(id, () => onAdd(id));
      }}
    >
      <Plus aria-hidden />
      Add {what}
    </Button>
  );
}

/** Removes a row; focus goes on to the button that adds one. */
export function RemoveRow({ what, of, onRemove }: { what: string; of: string; onRemove: () => void }) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={`Remove ${what}`}
      onClick={({ currentTarget }) => {
        const scope = currentTarget.closest("fieldset, [data-scope]");
        flushSync(onRemove);
        scope?.querySelector<HTMLElement>(`[data-add="${of}"]`)?.focus();
      }}
    >
      <X aria-hidden />
    </Button>
  );
}
