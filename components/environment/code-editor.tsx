"use client";

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit, LanguageSupport } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { jsoncLanguage } from "@shopify/lang-jsonc";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Checked } from "@/lib/model/environment/check";
import { completions, explanation } from "./code-assist";
import { codeTheme } from "./code-theme";
import { correspond, withDocument } from "./line-breaks";
import { changeBetween } from "./text-change";

interface CodeEditorProps {
  text: string;
  onChange: (text: string) => void;
  /** What was found; it may belong to an earlier text. */
  checked: Checked;
  /** A place to show and put the cursor; a new object shows it again. */
  reveal: { offset: number } | undefined;
  readOnly: boolean;
}

/** The text editor. Its text is the given one; what is typed comes back by `onChange`, byte order mark and line breaks kept. */
export default function CodeEditor({ text, onChange, checked, reveal, readOnly }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const shown = useRef(text);

  const typed = useEffectEvent((document: string) => {
    shown.current = withDocument(shown.current, document);
    onChange(shown.current);
  });
  const initial = useEffectEvent(() => correspond(text).document);

  useEffect(() => {
    if (!place.current) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          foldGutter(),
          lintGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          EditorState.tabSize.of(2),
          indentUnit.of("  "),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ "aria-label": "Text of the environment file", spellcheck: "false" }),
          EditorView.lineWrapping,
          new LanguageSupport(jsoncLanguage),
          autocompletion({ override: [completions], icons: false }),
          hoverTooltip(explanation),
          codeTheme,
          // Tab leaves the editor, as everywhere else on the page.
          keymap.of([
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...searchKeymap,
            ...historyKeymap,
            ...foldKeymap,
            ...completionKeymap,
            ...lintKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((each) => each.isUserEvent("outside")))
              typed(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || text === shown.current) return;
    shown.current = text;
    const change = changeBetween(editor.state.doc.toString(), correspond(text).document);
    if (change) editor.dispatch({ changes: change, userEvent: "outside" });
  }, [text]);

  useEffect(() => {
    const editor = view.current;
    // What was found in an earlier text waits for the next check; its marks move along with what is typed.
    if (!editor || checked.text !== text || text !== shown.current) return;
    const { toDocument: offset } = correspond(text);
    const { doc } = editor.state;
    const { length } = doc;
    const found = checked.diagnostics.map(({ start, end, severity, message, fix }) => {
      const from = Math.min(offset(start), length);
      return {
        from,
        to: Math.min(Math.max(from, offset(end)), length),
        severity,
        message,
        ...(fix && {
          actions: [
            {
              name: fix.title,
              apply: (target: EditorView) => {
                if (target.state.doc !== doc) return;
                const changes = fix.edits.map((edit) => ({
                  from: offset(edit.start),
                  to: offset(edit.end),
                  insert: edit.text,
                }));
                target.dispatch({ changes });
                target.focus();
              },
            },
          ],
        }),
      };
    });
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [checked, text]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !reveal) return;
    const anchor = Math.min(correspond(shown.current).toDocument(reveal.offset), editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    editor.focus();
  }, [reveal]);

  return <div ref={place} className="h-full min-h-0 overflow-hidden" />;
}
