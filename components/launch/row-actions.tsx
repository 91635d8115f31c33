"use client";

import { Plus, X } from "lucide-react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { addRow, rowId } from "@/components/ui/new-row";

interface AddRowProps {
  /** What is added, for example `variable`. */
  what: string;
  count: number;
  max: number;
  onAdd: (id: string) => void;
}

export function AddRow({ what, count, max, onAdd }: AddRowProps) {
  return (
    <Button
      size="small"
      data-add={what}
      disabled={count >= max}
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

/** Removes a row and moves focus to the button that adds one. */
export function RemoveRow({ what, of, onRemove }: { what: string; of: string; onRemove: () => void }) {
  return (
    <Button
      variant="ghost"
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
