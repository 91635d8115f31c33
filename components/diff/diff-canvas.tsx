"use client";

import type { CodeViewLineSelection, SelectedLineRange } from "@pierre/diffs";
import { CodeView, type CodeViewHandle, WorkerPoolContextProvider } from "@pierre/diffs/react";
import { getOrCreateWorkerPoolSingleton } from "@pierre/diffs/worker";
import { useTheme } from "next-themes";
import { type CSSProperties, type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffPosition, DiffRange } from "@/lib/model/diff/diff-position";
import { nameOfKey } from "@/lib/model/diff/file-keys";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import { shownLines } from "@/lib/model/diff/shown-lines";
import { type DiffHandle, type DiffProps, maxHighlightedChars } from "./diff-props";
import { parseOptions } from "./file-diff";
import { hunkTitlesCss, labelHunks } from "./label-hunks";
import { labelLines } from "./label-lines";
import { lineNumbersCss, numberLines } from "./number-lines";
import { findMarksCss, useFindMarks } from "./use-find-marks";
import { useItems } from "./use-items";

const themes = { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } as const;
const highlighterOptions = { theme: themes, preferredHighlighter: "shiki-js" } as const;

/** Leaves one CPU core to the page. */
const poolOptions = {
  poolSize: Math.min(Math.max((typeof navigator === "undefined" ? 2 : navigator.hardwareConcurrency) - 1, 1), 3),
  workerFactory: () => new Worker(new URL("@pierre/diffs/worker/worker.js", import.meta.url), { type: "module" }),
};

// Nothing is shown before the highlighters are ready, so they start with this module, while the files are loading.
if (typeof window !== "undefined") getOrCreateWorkerPoolSingleton({ poolOptions, highlighterOptions });

/** The theme's comments and reds lack contrast on tinted lines, so both use stronger colors of the same theme. */
const contrastCss = `
  [data-line-type="change-addition"] [data-diff-span], [data-line-type="change-deletion"] [data-diff-span] { font-weight: 600; }
  [data-line] span[style*="--diffs-token-light:#66707B" i] { --diffs-token-light: #4b535d !important; }
  [data-line][data-selected-line] span[style*="--diffs-token-dark:#FF9492" i] { --diffs-token-dark: #ffb1af !important; }
  [data-line][data-selected-line] [data-diff-span] { background-color: transparent; }
  [data-line][data-selected-line], [data-column-number][data-selected-line] { --mix-selection-light: 94%; --mix-selection-dark: 90%; }
  [data-column-number][data-selected-line] { box-shadow: inset 3px 0 0 var(--primary); }
  ${findMarksCss}
  ${hunkTitlesCss}
  ${lineNumbersCss}
`;

const sideOf = (side: SelectedLineRange["side"]) => (side === "deletions" ? "left" : "right");

/** A selection across both sides becomes its last line only. */
function rangeOf(path: string, { start, end, side, endSide }: SelectedLineRange): DiffRange {
  const last = endSide ?? side;
  const [first, second] = last === (side ?? last) ? [Math.min(start, end), Math.max(start, end)] : [end, end];
  return { path, side: sideOf(last), startLine: first, endLine: second };
}

function targetOf({ path: id, side, startLine, endLine }: DiffRange, align: "center" | "nearest") {
  const behavior = "instant" as const;
  if (startLine === 0) return { type: "item" as const, id, align: "start" as const, behavior };
  const where = side === "left" ? ("deletions" as const) : ("additions" as const);
  const range = { start: startLine, end: endLine, side: where, endSide: where };
  return { type: "range" as const, id, range, align, behavior };
}

function selectionOf(range: DiffRange | undefined): CodeViewLineSelection | null {
  if (!range || range.startLine === 0) return null;
  const side = range.side === "left" ? "deletions" : "additions";
  return { id: range.path, range: { start: range.startLine, end: range.endLine, side, endSide: side } };
}

/** The only component that depends on the diff library. */
export default function DiffCanvas(props: DiffProps) {
  return (
    <WorkerPoolContextProvider poolOptions={poolOptions} highlighterOptions={highlighterOptions}>
      <Canvas {...props} />
    </WorkerPoolContextProvider>
  );
}

const expandBy = 20;
const allLines = 1_000_000;
const noPositions: readonly DiffPosition[] = [];

type View = CodeViewHandle<DiffPosition, undefined>;

/** Shows more unchanged lines around a hunk, or every line of the file. */
function expandFile(view: View | null, path: string, hunk: number | "all"): void {
  for (const { id, type, item, instance } of view?.getInstance()?.getRenderedItems() ?? []) {
    if (id !== path || type !== "diff") continue;
    const { hunks } = item.fileDiff;
    // The gap before a hunk has its index; its lower end touches that hunk, its upper end the one before.
    if (hunk === "all") for (let at = 0; at <= hunks.length; at += 1) instance.expandHunk(at, "both", allLines);
    else {
      instance.expandHunk(hunk, "down", expandBy);
      instance.expandHunk(hunk + 1, "up", expandBy);
    }
  }
}

function useHandle(handle: Ref<DiffHandle> | undefined, view: RefObject<View | null>): void {
  useImperativeHandle(
    handle,
    () => ({
      showHeader: (path) => view.current?.scrollTo({ type: "item", id: path, align: "nearest", behavior: "instant" }),
      showRange: (range, align = "center") => view.current?.scrollTo(targetOf(range, align)),
      expand: (path, hunk) => expandFile(view.current, path, hunk),
    }),
    [view],
  );
}

const fixedOptions = {
  theme: themes,
  lineDiffType: "word",
  maxLineDiffLength: 500,
  tokenizeMaxLength: maxHighlightedChars,
  diffIndicators: "classic",
  hunkSeparators: "line-info",
  stickyHeaders: true,
  enableLineSelection: true,
  unsafeCSS: contrastCss,
  itemMetrics: { lineHeight: 20, diffHeaderHeight: 44 },
} as const;

/** Options of the diff library. Changed options re-render every file, so the callbacks read the latest props from a ref. */
function useOptions(props: DiffProps, byPath: ReadonlyMap<string, CommitFile>) {
  const { layout, wrap } = props;
  const { resolvedTheme } = useTheme();
  const latest = useRef({ ...props, byPath });
  latest.current = { ...props, byPath };
  const onRendered = useFindMarks(props.find ?? "");
  const canLoad = props.load !== undefined;
  const canComment = props.onComment !== undefined;
  return useMemo(
    () =>
      ({
        ...fixedOptions,
        themeType: resolvedTheme === "dark" ? "dark" : "light",
        diffStyle: layout,
        parseDiffOptions: parseOptions[layout],
        overflow: wrap ? "wrap" : "scroll",
        enableGutterUtility: canComment,
        onPostRender: (node: HTMLElement, _instance: unknown, phase: string, { item }: { item: { id: string } }) => {
          const file = latest.current.byPath.get(nameOfKey(item.id));
          if (phase !== "unmount") labelLines(node);
          if (phase !== "unmount") numberLines(node);
          if (phase !== "unmount" && file) labelHunks(node, parseHunks(file));
          onRendered(node, phase === "unmount");
        },
        ...(canComment && {
          onGutterUtilityClick: (range: SelectedLineRange, context: { item: { id: string } }) =>
            latest.current.onComment?.(rangeOf(nameOfKey(context.item.id), range)),
        }),
        ...(canLoad && {
          loadDiffFiles: async ({ name }: { name: string }) => {
            const { byPath: files, load } = latest.current;
            const file = files.get(name);
            if (!file || !load) throw new Error(`${name} isn't in this diff`);
            const { before, after } = await load(file);
            const newFile = { name, contents: shownLines(after, file.patch) };
            if (file.patch === "") return { oldFile: null, newFile };
            return {
              oldFile: { name: file.previousFilename ?? name, contents: shownLines(before, file.patch) },
              newFile,
            };
          },
        }),
      }) as const,
    [resolvedTheme, layout, wrap, canComment, canLoad, onRendered],
  );
}

function Canvas(props: DiffProps) {
  const { label, files, folded, positions = noPositions, head, below, selected, onSelect } = props;
  const view = useRef<View>(null);
  const items = useItems({ files, folded, positions, layout: props.layout });
  const byPath = useMemo(() => new Map(files.map((file) => [file.filename, file])), [files]);
  const options = useOptions(props, byPath);
  useHandle(props.handle, view);

  // Scrolls to the range in the URL once its file is loaded.
  const pendingRange = useRef(selected);
  useEffect(() => {
    const range = pendingRange.current;
    if (!range || !byPath.has(range.path)) return;
    pendingRange.current = undefined;
    view.current?.scrollTo(targetOf(range, "center"));
  }, [byPath]);

  return (
    <section aria-label={label} className="h-full">
      <CodeView<DiffPosition>
        ref={view}
        items={items}
        options={options}
        className="h-full overflow-auto rounded-md border"
        style={canvasStyle}
        selectedLines={selected && byPath.has(selected.path) ? selectionOf(selected) : null}
        onSelectedLinesChange={(selection) =>
          onSelect?.(selection ? rangeOf(nameOfKey(selection.id), selection.range) : undefined)
        }
        renderCustomHeader={({ id }) => {
          const file = byPath.get(nameOfKey(id));
          return file ? head(file) : null;
        }}
        renderAnnotation={(...[{ metadata }]) => (metadata ? below?.(metadata) : null)}
      />
    </section>
  );
}

const canvasStyle: CSSProperties & Record<`--${string}`, string> = {
  "--diffs-font-family": "var(--font-geist-mono), monospace",
  "--diffs-header-font-family": "var(--font-geist-sans), system-ui, sans-serif",
  "--diffs-font-size": "12px",
  "--diffs-line-height": "20px",
};
