import { useCallback, useEffect, useRef } from "react";

const name = "slipway-diff-find";
/** Of the rendered lines. */
const maxRanges = 2_000;

/** Applies in the shadow roots of the diff library. */
export const findMarksCss = `::highlight(${name}) { background-color: #ffdf5d; color: #1f2328; }`;

/** The ranges of a line's text that match, across the elements it consists of. Case-sensitive only if the query contains capitals. */
export function matchRanges(line: Element, query: string): Range[] {
  const content = line.textContent ?? "";
  const text = query === query.toLowerCase() ? content.toLowerCase() : content;
  if (query === "" || !text.includes(query)) return [];
  const parts: { node: Node; end: number }[] = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    parts.push({ node, end: (parts.at(-1)?.end ?? 0) + (node.textContent?.length ?? 0) });
  }
  const ranges: Range[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const to = at + query.length;
    const first = parts.findIndex(({ end }) => at < end);
    const last = parts.findIndex(({ end }) => to <= end);
    const [start, end] = [parts[first], parts[last]];
    // Some lower-case texts are longer than the original.
    if (!start || !end) break;
    const range = document.createRange();
    range.setStart(start.node, at - (parts[first - 1]?.end ?? 0));
    range.setEnd(end.node, to - (parts[last - 1]?.end ?? 0));
    ranges.push(range);
  }
  return ranges;
}

function mark(files: ReadonlySet<HTMLElement>, query: string): void {
  const ranges: Range[] = [];
  for (const file of query === "" ? [] : files) {
    const lines = (file.shadowRoot ?? file).querySelectorAll("[data-content] > [data-line]");
    for (const line of lines) {
      if (ranges.length >= maxRanges) break;
      ranges.push(...matchRanges(line, query));
    }
  }
  CSS.highlights.set(name, new Highlight(...ranges));
}

/**
 * Highlights all matches in the rendered lines with the CSS Custom Highlight API, without changing the DOM. Returns the function
 * to call after a file was rendered or removed.
 */
export function useFindMarks(query: string): (file: HTMLElement, isRemoved: boolean) => void {
  const files = useRef(new Set<HTMLElement>());
  const shown = useRef(query);
  const frame = useRef(0);
  const schedule = useCallback(() => {
    if (!("highlights" in CSS)) return;
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => mark(files.current, shown.current));
  }, []);
  useEffect(() => {
    shown.current = query;
    if (query === "") return;
    schedule();
    return () => {
      shown.current = "";
      cancelAnimationFrame(frame.current);
      if ("highlights" in CSS) CSS.highlights.delete(name);
    };
  }, [query, schedule]);
  return useCallback(
    (file, isRemoved) => {
      if (isRemoved) files.current.delete(file);
      else files.current.add(file);
      if (shown.current !== "") schedule();
    },
    [schedule],
  );
}
