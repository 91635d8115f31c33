"use client";

import { Button } from "@/components/ui/button";
import { showBidiControls } from "@/lib/model/bidi";
import { suggestionsOf } from "@/lib/model/diff/suggestion";
import type { ChosenSuggestion } from "./apply-suggestions";
import { type PlacedThread, useFileThreads } from "./file-threads";

/** The changes a thread suggests, each with its removed and added lines and the button to commit it. */
export function Suggestions({ placed: { thread, lines } }: { placed: PlacedThread }) {
  const { textOf, suggesting } = useFileThreads();
  const found = thread.comments.flatMap(({ id, body }) =>
    suggestionsOf(body).map((suggestion, index) => ({ key: `${id} ${index}`, suggestion })),
  );
  if (found.length === 0 || thread.place.side !== "right" || !thread.place.startLine) return null;
  if (!lines) return <p className="text-muted-foreground text-xs">The suggestion is for lines that changed since.</p>;
  const before = textOf(lines);
  return found.map(({ key, suggestion }) => {
    const own: ChosenSuggestion = {
      ...lines,
      threadId: thread.id,
      lines: suggestion.lines,
      mode: suggesting?.modeOf(lines.path),
    };
    const chosen = suggesting?.chosen.some((each) => sameSuggestion(each, own)) ?? false;
    return (
      <figure key={key} className="overflow-hidden rounded-md border">
        <figcaption className="flex flex-wrap items-center gap-2 border-b px-2 py-1 text-xs">
          <span className="mr-auto">
            Suggested for {lines.startLine === lines.endLine ? "line" : "lines"} {lines.startLine}
            {lines.startLine === lines.endLine ? "" : `–${lines.endLine}`}
          </span>
          {suggesting && !thread.place.resolvedAt ? (
            <>
              <Button size="small" aria-pressed={chosen} onClick={() => suggesting.choose(own, !chosen)}>
                {chosen ? "Chosen" : "Choose"}
              </Button>
              <Button size="small" disabled={suggesting.busy} onClick={() => suggesting.apply([own])}>
                Commit it
              </Button>
            </>
          ) : null}
        </figcaption>
        <pre className="overflow-x-auto p-2 font-mono text-xs">
          {before?.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <del key={index} className="block bg-danger-soft no-underline">
              − {showBidiControls(line)}
            </del>
          ))}
          {suggestion.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
            <ins key={index} className="block bg-success-soft no-underline">
              + {showBidiControls(line)}
            </ins>
          ))}
        </pre>
      </figure>
    );
  });
}

export const sameSuggestion = (a: ChosenSuggestion, b: ChosenSuggestion) =>
  a.threadId === b.threadId && a.startLine === b.startLine && a.lines.join("\n") === b.lines.join("\n");
