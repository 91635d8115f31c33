import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const token = (name: string) => `var(--${name})`;

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: token("background"), color: token("foreground") },
  "&.cm-focused": { outline: `2px solid ${token("ring")}`, outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--font-geist-mono), ui-monospace, monospace", lineHeight: "20px" },
  ".cm-content": { caretColor: token("foreground"), paddingBlock: "8px" },
  ".cm-cursor": { borderLeftColor: token("foreground") },
  ".cm-gutters": { backgroundColor: token("background"), color: token("muted-foreground"), border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: token("muted") },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: token("accent"),
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: token("accent"),
    outline: `1px solid ${token("input")}`,
  },
  ".cm-selectionMatch": { backgroundColor: token("info-soft") },
  ".cm-tooltip": {
    backgroundColor: token("popover"),
    color: token("foreground"),
    border: `1px solid ${token("border")}`,
    borderRadius: "6px",
    maxWidth: "min(28rem, 90vw)",
  },
  ".cm-explanation": { padding: "4px 8px", fontSize: "12px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: token("accent"), color: token("foreground") },
  ".cm-completionDetail": { color: token("muted-foreground"), fontStyle: "normal", marginLeft: "8px" },
  ".cm-completionInfo": { padding: "4px 8px", fontSize: "12px" },
  ".cm-diagnostic": { padding: "4px 8px", fontSize: "12px" },
  ".cm-diagnosticAction": {
    backgroundColor: token("primary"),
    color: token("primary-foreground"),
    borderRadius: "4px",
    padding: "1px 6px",
  },
  ".cm-panels": { backgroundColor: token("muted"), color: token("foreground"), borderColor: token("border") },
  ".cm-foldPlaceholder": { backgroundColor: token("muted"), color: token("muted-foreground"), border: "none" },
});

const highlightStyle = HighlightStyle.define([
  { tag: [tags.lineComment, tags.blockComment, tags.comment], color: token("muted-foreground"), fontStyle: "italic" },
  { tag: tags.propertyName, color: token("info") },
  { tag: tags.string, color: token("success") },
  { tag: [tags.number, tags.bool, tags.null], color: token("warning") },
]);

/** The editor theme, in the page's light and dark colors. */
export const codeTheme: Extension = [look, syntaxHighlighting(highlightStyle)];
