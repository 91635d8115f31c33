"use client";

import { AnsiHtml } from "fancy-ansi/react";
import { useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { terminalText } from "@/lib/model/transcript/terminal-text";
import { CollapsibleLines } from "./collapsible-lines";

interface TerminalOutputProps {
  id: string;
  text: string;
  stream: "stdout" | "stderr";
}

/** Program output with ANSI colors. `AnsiHtml` escapes the text; only the spans it adds become elements. */
export function TerminalOutput({ id, text, stream }: TerminalOutputProps) {
  const lines = useMemo(() => terminalText(text).replace(/\n$/, "").split("\n"), [text]);
  return (
    <div className={classNames("border-t", stream === "stderr" && "border-l-2 border-l-danger/60")}>
      <CollapsibleLines
        id={`${id} ${stream}`}
        lines={lines}
        max={12}
        keep="end"
        what={stream === "stderr" ? "error output" : "output"}
      >
        {(shown) => (
          <pre data-terminal className="px-3 py-2 font-mono text-xs leading-[18px]">
            <AnsiHtml text={shown.join("\n")} />
          </pre>
        )}
      </CollapsibleLines>
    </div>
  );
}
