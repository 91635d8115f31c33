"use client";

import { type ReactNode, useState } from "react";
import MarkdownText from "@/components/transcript/markdown";
import { Button } from "@/components/ui/button";

/** A rendered preview of a Markdown text, and the button that shows it in place of the field. */
export function usePreview(text: string): { preview: ReactNode; button: ReactNode } {
  const [on, setOn] = useState(false);
  const shown = on && text.trim() !== "";
  return {
    preview: shown ? (
      <section aria-label="Preview" className="max-h-96 min-h-20 overflow-auto rounded-md border p-2">
        <MarkdownText text={text} />
      </section>
    ) : null,
    button: (
      <Button
        size="small"
        variant="ghost"
        aria-pressed={shown}
        disabled={text.trim() === ""}
        onClick={() => setOn(!shown)}
      >
        {shown ? "Edit" : "Preview"}
      </Button>
    ),
  };
}
