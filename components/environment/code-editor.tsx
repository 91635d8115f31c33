"use client";

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit, LanguageSupport } from "@codemirror/language";
import { type Diagnostic as EditorDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Text } from "@codemirror/state";
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
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Checked } from "@/lib/model/environment/check";
import { completions, explanation } from "./code-assist";
import { codeTheme } from "./code-theme";
import { applyEditorDocument, toEditorDocument } from "./editor-document";
import { changeBetween } from "./text-change";

interface CodeEditorProps {
  text: string;
  onChange: (text: string) => void;
  /** The last check; it may be of an earlier text. */
  checked: Checked;
  /** An offset to move the cursor to and scroll to. A new object scrolls again. */
  reveal: { offset: number } | undefined;
}

/** Marks transactions that come from props rather than from typing. */
const externalChange = "external";

const extensions = [
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
  EditorView.contentAttributes.of({ "aria-label": "Environment file", spellcheck: "false" }),
  EditorView.lineWrapping,
  new LanguageSupport(jsoncLanguage),
  autocompletion({ override: [completions], icons: false }),
  hoverTooltip(explanation),
  codeTheme,
  // Tab isn't bound, so it leaves the editor.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
  ]),
];

/** Converts diagnostics to editor offsets. A fix does nothing once the document has changed. */
function editorDiagnostics({ text, diagnostics }: Checked, doc: Text): EditorDiagnostic[] {
  const { toDocument } = toEditorDocument(text);
  return diagnostics.map(({ start, end, severity, message, fix }) => {
    const from = Math.min(toDocument(start), doc.length);
    const to = Math.min(Math.max(from, toDocument(end)), doc.length);
    if (!fix) return { from, to, severity, message };
    const apply = (view: EditorView) => {
      if (view.state.doc !== doc) return;
      const changes = fix.edits.map((edit) => ({
        from: toDocument(edit.start),
        to: toDocument(edit.end),
        insert: edit.text,
      }));
      view.dispatch({ changes });
      view.focus();
    };
    return { from, to, severity, message, actions: [{ name: fix.title, apply }] };
  });
}

/** Creates the editor once. `shown` is its text, with the file's byte order mark and line breaks. */
function useEditor(host: RefObject<HTMLDivElement | null>, text: string, onChange: (text: string) => void) {
  const view = useRef<EditorView>(undefined);
  const shown = useRef(text);
  const typed = useEffectEvent((document: string) => {
    shown.current = applyEditorDocument(shown.current, document);
    onChange(shown.current);
  });
  const initial = useEffectEvent(() => toEditorDocument(text).document);
  useEffect(() => {
    if (!host.current) return;
    const listener = EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((each) => each.isUserEvent(externalChange)))
        typed(update.state.doc.toString());
    });
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: initial(), extensions: [...extensions, listener] }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [host]);
  return { view, shown };
}

/** A controlled text editor. `onChange` receives the text with the original byte order mark and line breaks. */
export default function CodeEditor({ text, onChange, checked, reveal }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const { view, shown } = useEditor(host, text, onChange);

  useEffect(() => {
    const editor = view.current;
    if (!editor || text === shown.current) return;
    shown.current = text;
    const change = changeBetween(editor.state.doc.toString(), toEditorDocument(text).document);
    if (change) editor.dispatch({ changes: change, userEvent: externalChange });
  }, [text, view, shown]);

  useEffect(() => {
    const editor = view.current;
    // Diagnostics of an earlier text are skipped; the editor moves the current marks along until the next check.
    if (!editor || checked.text !== text || text !== shown.current) return;
    editor.dispatch(setDiagnostics(editor.state, editorDiagnostics(checked, editor.state.doc)));
  }, [checked, text, view, shown]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !reveal) return;
    const anchor = Math.min(toEditorDocument(shown.current).toDocument(reveal.offset), editor.state.doc.length);
    editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    editor.focus();
  }, [reveal, view, shown]);

  return <div ref={host} className="h-full min-h-0 overflow-hidden" />;
}
