"use client";

import { Button } from "@/components/ui/button";
import type { Actor } from "@/lib/contract/hosting/actor";
import { parseSuggestions } from "@/lib/model/diff/suggestion";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import type { ChosenSuggestion } from "./apply-suggestions";
import { type PlacedThread, useFileThreads } from "./file-threads";

/** Whether the suggestions of a thread can be shown as diffs: its lines haven't changed. */
export const showsSuggestions = ({ thread, lines }: PlacedThread): boolean =>
  lines !== undefined && thread.side === "right" && Boolean(thread.startLine);

/** The suggested changes of a thread, each with its diff and a button to commit it. */
export function Suggestions({ placed: { thread, lines } }: { placed: PlacedThread }) {
  const { textOf, suggestionBatch } = useFileThreads();
  const found = thread.comments.flatMap(({ id, body, author }) =>
    parseSuggestions(body).map((suggestion, index) => ({ key: `${id} ${index}`, suggestion, by: userOf(author) })),
  );
  if (found.length === 0 || thread.side !== "right" || !thread.startLine) return null;
  if (!lines)
    return <p className="text-muted-foreground text-xs">This suggestion is outdated: the lines have changed.</p>;
  const before = textOf(lines);
  return found.map(({ key, suggestion, by }) => {
    const candidate: ChosenSuggestion = {
      ...lines,
      threadId: thread.id,
      lines: suggestion.lines,
      mode: suggestionBatch?.modeOf(lines.path),
      by,
    };
    const chosen = suggestionBatch?.chosen.some((each) => sameSuggestion(each, candidate)) ?? false;
    return (
      <figure key={key} className="overflow-hidden rounded-md border">
        <figcaption className="flex flex-wrap items-center gap-2 border-b px-2 py-1 text-xs">
          <span className="mr-auto">
            Suggested for {lines.startLine === lines.endLine ? "line" : "lines"} {lines.startLine}
            {lines.startLine === lines.endLine ? "" : `–${lines.endLine}`}
          </span>
          {suggestionBatch && !thread.resolvedAt ? (
            <>
              <Button size="small" aria-pressed={chosen} onClick={() => suggestionBatch.choose(candidate, !chosen)}>
                {chosen ? "In batch" : "Add to batch"}
              </Button>
              <Button size="small" disabled={suggestionBatch.busy} onClick={() => suggestionBatch.apply([candidate])}>
                Commit suggestion
              </Button>
            </>
          ) : null}
        </figcaption>
        <pre className="overflow-x-auto p-2 font-mono text-xs">
          {before?.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
            <del key={index} className="block bg-danger-soft no-underline">
              − {showHiddenCharacters(line)}
            </del>
          ))}
          {suggestion.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are never reordered
            <ins key={index} className="block bg-success-soft no-underline">
              + {showHiddenCharacters(line)}
            </ins>
          ))}
        </pre>
      </figure>
    );
  });
}

const userOf = ({ user }: Actor) =>
  user?.email ? { name: user.displayName || user.email, email: user.email } : undefined;

export const sameSuggestion = (a: ChosenSuggestion, b: ChosenSuggestion) =>
  a.threadId === b.threadId && a.startLine === b.startLine && a.lines.join("\n") === b.lines.join("\n");
