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
  /** Results of the last check; they may belong to an earlier text. */
  checked: Checked;
  /** An offset to scroll to and put the cursor at; a new object scrolls there again. */
  reveal: { offset: number } | undefined;
}

/** Marks changes that come from the page rather than from the editor. */
const fromOutside = "outside";

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
];

/** The diagnostics of a check in terms of the editor's document. A fix does nothing once the document has changed. */
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

/** Creates the editor once. `shown` is the text in it, with the byte order mark and line breaks of the file. */
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
      if (update.docChanged && !update.transactions.some((each) => each.isUserEvent(fromOutside)))
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

/** The text editor. Its text is the given one; `onChange` receives what is typed, with byte order mark and line breaks preserved. */
export default function CodeEditor({ text, onChange, checked, reveal }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const { view, shown } = useEditor(host, text, onChange);

  useEffect(() => {
    const editor = view.current;
    if (!editor || text === shown.current) return;
    shown.current = text;
    const change = changeBetween(editor.state.doc.toString(), toEditorDocument(text).document);
    if (change) editor.dispatch({ changes: change, userEvent: fromOutside });
  }, [text, view, shown]);

  useEffect(() => {
    const editor = view.current;
    // Diagnostics of an earlier text wait for the next check; their marks move along with what is typed.
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
