"use client";

import { LanguageSupport } from "@codemirror/language";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { jsoncLanguage } from "@shopify/lang-jsonc";
import { useEffect, useRef } from "react";
import { codeTheme } from "./code-theme";
import { toEditorDocument } from "./editor-document";

interface DiffViewProps {
  label: string;
  before: string;
  after: string;
}

const changed = EditorView.theme({
  ".cm-changedLine": { backgroundColor: "var(--success-soft)" },
  "&.cm-merge-b .cm-changedText, .cm-changedText": { background: "transparent", textDecoration: "underline" },
  ".cm-deletedChunk": { backgroundColor: "var(--danger-soft)", paddingLeft: "6px" },
  "&.cm-merge-b .cm-deletedText, .cm-deletedChunk .cm-deletedText": { background: "transparent" },
  ".cm-collapsedLines": {
    background: "var(--muted)",
    color: "var(--muted-foreground)",
    fontSize: "12px",
  },
});

/** A line diff of two texts. */
export default function DiffView({ label, before, after }: DiffViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: toEditorDocument(after).document,
        extensions: [
          lineNumbers(),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          EditorView.lineWrapping,
          new LanguageSupport(jsoncLanguage),
          codeTheme,
          changed,
          unifiedMergeView({
            original: toEditorDocument(before).document,
            mergeControls: false,
            // Word highlights are noise in a new file, where every word is new.
            highlightChanges: before !== "",
            collapseUnchanged: { margin: 3, minSize: 6 },
            diffConfig: { scanLimit: 2_000, timeout: 500 },
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [label, before, after]);
  return <div ref={host} className="overflow-hidden" />;
}
