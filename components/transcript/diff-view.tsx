import { useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { type DiffLine, diffLines } from "@/lib/model/transcript/diff-lines";
import { CollapsibleLines } from "./collapsible-lines";

const looks: Record<DiffLine["kind"], { sign: string; word: string; className: string }> = {
  added: { sign: "+", word: "Added: ", className: "bg-success-soft" },
  removed: { sign: "−", word: "Removed: ", className: "bg-danger-soft" },
  same: { sign: " ", word: "", className: "" },
  hunk: { sign: "", word: "", className: "bg-muted text-muted-foreground" },
};

/** A diff, line by line. The sign and a word say what the colour says. */
export function DiffView({ id, diff }: { id: string; diff: string }) {
  const numbered = useMemo(() => {
    const lines = diffLines(diff);
    return { lines, texts: lines.map(({ text }) => text) };
  }, [diff]);
  return (
    <div className="border-t">
      <CollapsibleLines id={id} lines={numbered.texts} most={24} keep="start" what="diff">
        {(shown) => (
          <div className="min-w-max py-1 font-mono text-xs leading-[18px]">
            {numbered.lines.slice(0, shown.length).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never change places
              <Line key={index} line={line} />
            ))}
          </div>
        )}
      </CollapsibleLines>
    </div>
  );
}

function Line({ line }: { line: DiffLine }) {
  const { sign, word, className } = looks[line.kind];
  return (
    <div className={classNames("flex whitespace-pre pr-3", className)}>
      <span aria-hidden className="w-10 shrink-0 select-none pr-2 text-right text-muted-foreground">
        {line.after ?? line.before ?? ""}
      </span>
      <span aria-hidden className="w-4 shrink-0 select-none">
        {sign}
      </span>
      <span>
        {word ? <span className="sr-only">{word}</span> : null}
        {line.text || " "}
      </span>
    </div>
  );
}
