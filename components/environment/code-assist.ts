import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView, Tooltip } from "@codemirror/view";
import { explanationAt, suggestionsAt } from "@/lib/model/environment/assist";
import { parse } from "@/lib/model/environment/parse";

/** Completes names and values at the cursor, except inside comments. */
export function completions({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString();
  if (!explicit && !/[\w"]/.test(text[pos - 1] ?? "")) return null;
  const { root, comments } = parse(text);
  if (comments.some(({ start, end }) => start < pos && pos <= end)) return null;
  const found = suggestionsAt(text, root, pos);
  const [first] = found;
  if (!first) return null;
  return {
    from: first.start,
    to: first.end,
    // The typed text may start with a quote, which labels don't have.
    filter: false,
    options: matching(found, text.slice(first.start, pos)).map(({ label, insert, cursor, detail, meaning, kind }) => ({
      label,
      detail,
      info: meaning,
      type: kind === "property" ? "property" : "constant",
      apply: (view: EditorView, _: unknown, from: number, to: number) => {
        view.dispatch({
          changes: { from, to: Math.max(to, first.end), insert },
          selection: { anchor: from + cursor },
          userEvent: "input.complete",
        });
      },
    })),
  };
}

function matching<T extends { label: string }>(found: readonly T[], typed: string): T[] {
  const word = typed.replace(/^"|"$/g, "").toLowerCase();
  const prefixed = found.filter(({ label }) => label.toLowerCase().startsWith(word));
  const containing = found.filter(
    ({ label }) => !prefixed.some((each) => each.label === label) && label.toLowerCase().includes(word),
  );
  return [...prefixed, ...containing];
}

/** A tooltip that explains the name at `pos`. */
export function explanation(view: EditorView, pos: number): Tooltip | null {
  const found = explanationAt(parse(view.state.doc.toString()).root, pos);
  if (!found) return null;
  return {
    pos: found.start,
    end: found.end,
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "cm-explanation";
      const title = document.createElement("strong");
      title.textContent = found.title;
      const meaning = document.createElement("p");
      meaning.textContent = found.meaning;
      dom.append(title, meaning);
      return { dom };
    },
  };
}
