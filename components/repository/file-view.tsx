"use client";

import { FileDigit } from "lucide-react";
import { useMemo, useState } from "react";
import { Highlighted } from "@/components/transcript/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorNotice } from "@/components/ui/error-notice";
import { sizeText } from "@/components/ui/format-size";
import { Segmented } from "@/components/ui/segmented";
import type { Content } from "@/lib/contract/hosting/contents/content";
import { showHiddenCharacters } from "@/lib/model/hidden-characters";
import { fileText } from "@/lib/model/hosting/file-text";
import { plural } from "@/lib/model/plural";
import { LazyMarkdown } from "./lazy-markdown";

const views = [
  { value: "source", label: "Source" },
  { value: "page", label: "Preview" },
] as const;

/** A file: highlighted source with line numbers, Markdown also rendered. Binary files show a notice. */
export function FileView({ content }: { content: Content }) {
  const read = useMemo(() => fileText(content.content ?? ""), [content.content]);
  const [view, setView] = useState<"source" | "page">("source");
  const markdown = /\.(?:md|markdown)$/i.test(content.name);
  if (read.kind === "binary") {
    return (
      <EmptyState icon={FileDigit} title="Binary file">
        {content.name} ({sizeText(read.bytes)}) can't be shown. Clone the repository to open it.
      </EmptyState>
    );
  }
  const lines = showHiddenCharacters(read.text).replace(/\n$/, "").split("\n");
  return (
    <section aria-label={`Text of ${content.name}`} className="space-y-2">
      {read.hidden ? (
        <ErrorNotice title={`This file contains ${read.hidden} Unicode characters.`}>
          Its code may look different from what it does. The characters are shown as escapes, such as ⟨U+202E⟩.
        </ErrorNotice>
      ) : null}
      <div className="overflow-hidden rounded-md border">
        <div className="flex flex-wrap items-center justify-between gap-2 border-b bg-muted/50 px-3 py-1 text-muted-foreground text-xs">
          <span className="tabular-nums">
            {lines.length.toLocaleString("en")} {plural(lines.length, "line")} · {sizeText(Number(content.size))}
            {read.encoding ? ` · ${read.encoding}` : ""}
          </span>
          <span className="flex items-center gap-2">
            {markdown ? <Segmented label="Show as" value={view} options={views} onChange={setView} /> : null}
            <CopyButton text={read.text} what="file" />
          </span>
        </div>
        {view === "page" ? (
          <div className="p-4 text-sm">
            <LazyMarkdown text={read.text} />
          </div>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable with the keyboard
          <section tabIndex={0} aria-label="Lines" className="flex overflow-x-auto font-mono text-xs">
            <pre
              aria-hidden
              className="shrink-0 select-none border-r py-2 pr-2 pl-3 text-right text-muted-foreground leading-[18px]"
            >
              {lines.map((_, index) => index + 1).join("\n")}
            </pre>
            <pre className="px-3 py-2 leading-[18px]">
              <Highlighted lines={lines} name={content.name} />
            </pre>
          </section>
        )}
      </div>
    </section>
  );
}
