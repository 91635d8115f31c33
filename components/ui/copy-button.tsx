"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import { toast } from "./toast";

interface CopyButtonProps {
  /** A function where it takes a while to write. */
  text: string | (() => string);
  /** What is copied, for the button's name: `agent id`. */
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
      toast.error("The browser did not allow copying.");
    }
  };
  return (
    <Button variant="quiet" size="smallIcon" aria-label={copied ? `Copied ${what}` : `Copy ${what}`} onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}

/** A long id, shortened, with its whole in the copy. */
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
