"use client";

import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { counted } from "@/lib/model/plural";
import { lengthenNestedFences } from "@/lib/model/transcript/nested-fences";
import type { PromptRow } from "@/lib/model/transcript/state";
import { useRowOpenState } from "./row-open-state";

const maxLines = 14;

interface PromptSegment {
  code: boolean;
  text: string;
}

/** Splits lines into plain text and fenced code. A fence ends at one that is at least as long, or with the text. */
export function splitSegments(lines: readonly string[]): PromptSegment[] {
  const segments: { code: boolean; lines: string[] }[] = [];
  let fence: string | undefined;
  const unnested = lengthenNestedFences(lines.join("\n")).split("\n");
  for (const [at, line] of lines.entries()) {
    const [, marker = "", info = ""] = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))(.*)$/.exec(unnested[at] ?? "") ?? [];
    const opens = fence === undefined && marker !== "" && !(marker.startsWith("`") && info.includes("`"));
    const last = segments.at(-1);
    if (opens || !last || last.code !== (fence !== undefined)) {
      segments.push({ code: opens || fence !== undefined, lines: [line] });
    } else last.lines.push(line);
    if (opens) fence = marker;
    else if (fence !== undefined && marker.startsWith(fence) && info.trim() === "") fence = undefined;
  }
  return segments.flatMap(({ code, lines: part }) => {
    const text = part.join("\n").replace(/^\n+|(?<!\n)\n+$/g, "");
    return text === "" ? [] : [{ code, text }];
  });
}

export function PromptCard({ id, row }: { id: string; row: PromptRow }) {
  const [all, setAll] = useRowOpenState(id, false);
  const lines = row.text.split("\n");
  const long = lines.length > maxLines + 2;
  const shown = long && !all ? lines.slice(0, maxLines) : lines;
  return (
    <div className="rounded-md border border-primary/25 bg-accent">
      <div className="flex items-start gap-2 px-3 py-2">
        <div className="min-w-0 flex-1 space-y-2">
          <p className="sr-only">Prompt</p>
          {splitSegments(shown).map(({ code, text }, index) => (
            <p
              // biome-ignore lint/suspicious/noArrayIndexKey: segments are never reordered
              key={index}
              className={classNames(
                "whitespace-pre-wrap break-words text-sm",
                code && "rounded border bg-background/60 px-2 py-1 font-mono text-xs leading-[18px]",
              )}
            >
              {text}
            </p>
          ))}
          {row.images > 0 ? (
            <p className="text-muted-foreground text-xs">{counted(row.images, "image")} attached</p>
          ) : null}
        </div>
        <CopyButton text={row.text} what="prompt" />
      </div>
      {long ? (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="block w-full border-t border-primary/25 px-3 py-1 text-left text-muted-foreground text-xs hover:text-foreground"
        >
          {all ? "Show less" : `Show all ${lines.length} lines`}
          <span className="sr-only"> of the prompt</span>
        </button>
      ) : null}
    </div>
  );
}
