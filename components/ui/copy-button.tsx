"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { toast } from "./toast";

interface CopyButtonProps {
  /** A function if the text is expensive to create. */
  text: string | (() => string);
  /** Describes the text in the button's label: `agent ID`. */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      toast.error("Couldn't copy. The browser blocked clipboard access.");
    }
  };
  return (
    <Button variant="ghost" size="smallIcon" aria-label={copied ? `Copied ${what}` : `Copy ${what}`} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}

/** A shortened id. The copy button copies the full id. */
export function ShortId({ id, what }: { id: string; what: string }) {
  const [prefix = "", first = ""] = id.split("-");
  const short = first ? `${prefix}-${first}` : id.slice(0, 12);
  return (
    <span className="inline-flex items-center gap-0.5">
      <code className="font-mono text-xs" title={id}>
        {short}
      </code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
