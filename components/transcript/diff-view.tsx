import { useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { type DiffLine, diffLines } from "@/lib/model/transcript/diff-lines";
import { CollapsibleLines } from "./collapsible-lines";

const styles: Record<DiffLine["kind"], { sign: string; label: string; className: string }> = {
  added: { sign: "+", label: "Added: ", className: "bg-success-soft" },
  removed: { sign: "−", label: "Removed: ", className: "bg-danger-soft" },
  same: { sign: " ", label: "", className: "" },
  hunk: { sign: "", label: "", className: "bg-muted text-muted-foreground" },
};

/** A diff, line by line. A sign and screen-reader text convey what the color shows. */
export function DiffView({ id, diff }: { id: string; diff: string }) {
  const numbered = useMemo(() => {
    const lines = diffLines(showHiddenCharacters(diff));
    return { lines, texts: lines.map(({ text }) => text) };
  }, [diff]);
  return (
    <div className="border-t">
      <CollapsibleLines id={id} lines={numbered.texts} max={24} keep="start" what="diff">
        {(shown) => (
          <div className="min-w-max py-1 font-mono text-xs leading-[18px]">
            {numbered.lines.slice(0, shown.length).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
              <Line key={index} line={line} />
            ))}
          </div>
        )}
      </CollapsibleLines>
    </div>
  );
}

function Line({ line }: { line: DiffLine }) {
  const { sign, label, className } = styles[line.kind];
  return (
    <div className={classNames("flex whitespace-pre pr-3", className)}>
      <span aria-hidden className="w-10 shrink-0 select-none pr-2 text-right text-muted-foreground">
        {line.after ?? line.before ?? ""}
      </span>
      <span aria-hidden className="w-4 shrink-0 select-none">
        {sign}
      </span>
      <span>
        {label ? <span className="sr-only">{label}</span> : null}
        {line.text || " "}
      </span>
    </div>
  );
}
