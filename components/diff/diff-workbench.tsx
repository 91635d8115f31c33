"use client";

import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { announce } from "@/components/ui/announcer";
import { classNames } from "@/components/ui/class-names";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { moveCursor, nextPlace, type Stride, type WalkedFile } from "@/lib/model/diff/cursor";
import { type DiffPlace, type DiffRange, fileLine, formatRange } from "@/lib/model/diff/diff-position";
import { treeOrder } from "@/lib/model/diff/file-tree";
import { hunksOf } from "@/lib/model/diff/hunks-of";
import { hunkAt, wordsOf } from "@/lib/model/diff/line-words";
import { counted } from "@/lib/model/plural";
import type { DiffHandle } from "./diff-props";
import { DiffToolbar } from "./diff-toolbar";
import { DiffView } from "./diff-view";
import { bodyReason, type FileFacts, FileHead } from "./file-head";
import { FileTree } from "./file-tree";
import { FindBar } from "./find-bar";
import { focusTalk } from "./focus-thread";
import { LineList } from "./line-list";
import { useDiffKeys } from "./use-diff-keys";
import { useDiffSettings } from "./use-diff-settings";
import { useFolded } from "./use-folded";
import { useQuiet } from "./use-hide-whitespace";
import { useNarrow } from "./use-narrow";
import { useReader } from "./use-reader";
import { ViewedProgress } from "./viewed-progress";

interface WorkbenchProps {
  /** As they came; the order of the tree is made here. */
  files: readonly CommitFile[];
  facts?: ReadonlyMap<string, FileFacts> | undefined;
  /** Stands first in the toolbar: counts, versions. */
  children?: ReactNode;
  places?: readonly DiffPlace[];
  below?: (place: DiffPlace) => ReactNode;
  /** Open threads of a file: such a file is not folded by itself. */
  openThreads?: ReadonlyMap<string, number>;
  viewed?: { has: (path: string) => boolean; set: (path: string, viewed: boolean) => void } | undefined;
  onComment?: ((range: DiffRange) => void) | undefined;
  load?: ((file: CommitFile) => Promise<{ before: string; after: string }>) | undefined;
  /** Keys of what stands around the diff. */
  keys?: Readonly<Record<string, () => void>> | undefined;
  /** Where to begin, and where the reader is. */
  range: DiffRange | undefined;
  onRange: (range: DiffRange | undefined) => void;
}

const none = new Map<string, number>();

/** Changed files to be read: a tree, the diff, find, a plain list, and the keys to go through all of it. */
export function DiffWorkbench(props: WorkbenchProps) {
  const { facts, children, places = [], below, openThreads = none, viewed, onComment, load, keys } = props;
  const [settings, change] = useDiffSettings();
  const [range, setRange] = useReader(props.range, props.onRange);
  const [begun] = useState(range?.path);
  const narrow = useNarrow();
  const [finding, setFinding] = useState(false);
  const [listed, setListed] = useState(false);
  const [treeShown, setTreeShown] = useState(false);
  const view = useRef<DiffHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const findInput = useRef<HTMLInputElement>(null);

  const whole = useMemo(
    () => treeOrder(props.files.map(({ filename }) => filename)).flatMap((index) => props.files[index] ?? []),
    [props.files],
  );
  const quiet = useQuiet();
  const files = useMemo(
    () => (settings.whitespace === "hidden" ? whole.map(quiet) : whole),
    [whole, settings.whitespace, quiet],
  );
  const paths = useMemo(() => files.map(({ filename }) => filename), [files]);
  const wholeOf = useMemo(() => new Map(whole.map((file) => [file.filename, file])), [whole]);
  const { folded, reasons, fold } = useFolded(
    whole,
    (path) => viewed?.has(path) ?? false,
    (path) => (openThreads.get(path) ?? 0) > 0 || path === begun,
  );
  const walked: WalkedFile[] = files.map((file) => ({
    path: file.filename,
    get hunks() {
      return hunksOf(file);
    },
    folded: folded.has(file.filename) || file.patch === "",
  }));
  const cursor: DiffPlace | undefined = range && { path: range.path, side: range.side, line: range.endLine };

  const reveal = (next: DiffRange, align?: "center" | "nearest") => {
    if (folded.has(next.path) && next.startLine !== fileLine) fold(next.path, false);
    // A file that was folded is only laid out with the next drawing.
    requestAnimationFrame(() => view.current?.showRange(next, align));
  };
  const here = useRef(range && formatRange(range));
  const select = (next: DiffRange | undefined) => {
    here.current = next && formatRange(next);
    setRange(next);
  };
  const show = (next: DiffRange, align?: "center" | "nearest") => {
    select(next);
    reveal(next, align);
  };
  // A link may lead to another place of the diff that is being read.
  const address = range && formatRange(range);
  const follow = useEffectEvent(() => {
    if (address !== here.current && range) reveal(range);
    here.current = address;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: followed when the address names another place
  useEffect(() => follow(), [address]);
  const goTo = (place: DiffPlace | undefined, align?: "center" | "nearest") => {
    if (!place) return;
    show({ path: place.path, side: place.side, startLine: place.line, endLine: place.line }, align);
    announce(wordsOf(files, place));
  };
  const move = (stride: Stride, step: 1 | -1) => () =>
    goTo(moveCursor(walked, cursor, stride, step), stride === "row" ? "nearest" : "center");
  const grow = (step: 1 | -1) => () => {
    const next = moveCursor(walked, cursor, "row", step);
    if (!range || !next || next.path !== range.path || next.line === fileLine || next.side !== range.side) return;
    const startLine = step > 0 ? range.startLine : Math.min(range.startLine, next.line);
    show({ ...range, startLine, endLine: step > 0 ? next.line : range.endLine }, "nearest");
  };
  const talkedFiles = (step: 1 | -1) => () => {
    const heads = [...new Set(places.map(({ path }) => path))].map(
      (path): DiffPlace => ({ path, side: "right", line: fileLine }),
    );
    goTo(nextPlace(walked, cursor && { ...cursor, line: fileLine, side: "right" }, heads, step));
  };
  /** All that is left of a file that is folded from the middle of it would be out of sight, above. */
  const keepHeadInSight = (path: string) => requestAnimationFrame(() => view.current?.showHead(path));
  const foldByHand = (path: string, now: boolean) => {
    fold(path, now);
    if (now) keepHeadInSight(path);
  };
  const view1 = (path: string, now: boolean) => {
    viewed?.set(path, now);
    fold(path, undefined);
    if (now) keepHeadInSight(path);
    announce(now ? `${path} is viewed` : `${path} is no longer viewed`);
  };
  /** Where it is written is brought into sight: the reader may be elsewhere, or in the plain list. */
  const comment = (on: DiffRange) => {
    setListed(false);
    onComment?.(on);
    show(on, "nearest");
  };
  const expand = ({ path, side, line }: DiffPlace, whole: boolean) => {
    const file = files.find(({ filename }) => filename === path);
    if (!file || file.patch === "" || folded.has(path)) return;
    view.current?.expand(path, whole ? "all" : hunkAt(hunksOf(file), side, line));
    announce(whole ? `All lines of ${path} are shown` : "More lines are shown");
  };
  const openFind = () => {
    setFinding(true);
    findInput.current?.focus();
  };
  useDiffKeys({
    j: move("row", 1),
    k: move("row", -1),
    n: move("change", 1),
    p: move("change", -1),
    "]": move("file", 1),
    "[": move("file", -1),
    "shift n": () => goTo(nextPlace(walked, cursor, places, 1)),
    "shift p": () => goTo(nextPlace(walked, cursor, places, -1)),
    "shift j": talkedFiles(1),
    "shift k": talkedFiles(-1),
    "shift arrowdown": grow(1),
    "shift arrowup": grow(-1),
    m: () => change({ layout: settings.layout === "split" ? "unified" : "split" }),
    t: () => {
      // At once: the next key may be the first letter of what is looked for.
      flushSync(() => setTreeShown(true));
      filter.current?.focus();
    },
    "/": openFind,
    ...keys,
    ...(cursor && load ? { e: () => expand(cursor, false), "shift e": () => expand(cursor, true) } : {}),
    ...(cursor ? { o: () => foldByHand(cursor.path, !folded.has(cursor.path)) } : {}),
    ...(cursor && viewed
      ? {
          v: () => view1(cursor.path, !viewed.has(cursor.path)),
          "shift v": () => {
            view1(cursor.path, true);
            const at = paths.indexOf(cursor.path);
            const next = [...paths.slice(at + 1), ...paths.slice(0, at)].find((path) => !viewed.has(path));
            if (next) goTo({ path: next, side: "right", line: fileLine });
            else announce("Every file is viewed");
          },
        }
      : {}),
    ...(range && onComment ? { c: () => comment(range) } : {}),
    ...(cursor && below ? { enter: () => focusTalk(cursor) } : {}),
  });

  const headOf = (file: CommitFile) => {
    const path = file.filename;
    const threads = openThreads.get(path) ?? 0;
    const mayComment = onComment && (() => onComment({ path, side: "right", startLine: fileLine, endLine: fileLine }));
    return (
      <FileHead
        file={file}
        facts={facts?.get(path)}
        reason={bodyReason(file, wholeOf.get(path) ?? file, facts?.get(path)) ?? reasons.get(path)}
        folded={folded.has(path)}
        onFold={(now) => foldByHand(path, now)}
        viewed={viewed?.has(path)}
        onView={(now) => view1(path, now)}
        onComment={mayComment}
        marks={threads > 0 ? <span className="text-info text-xs">{counted(threads, "thread")}</span> : null}
      />
    );
  };

  return (
    <div className="flex h-[calc(100dvh-5rem)] min-h-96 flex-col gap-2">
      <DiffToolbar
        settings={settings}
        onSettings={change}
        listed={listed}
        onListed={setListed}
        onFind={openFind}
        onTree={() => setTreeShown(!treeShown)}
      >
        {children}
      </DiffToolbar>
      {finding ? (
        <FindBar files={files} inputRef={findInput} onShow={(found) => show(found)} onClose={() => setFinding(false)} />
      ) : null}
      <div className="flex min-h-0 flex-1 flex-col gap-3 md:flex-row">
        <div
          className={classNames(
            "min-h-40 md:w-64 md:shrink-0 md:basis-auto",
            treeShown ? "basis-1/3" : "hidden md:block",
          )}
        >
          <FileTree
            paths={paths}
            current={range?.path}
            filterRef={filter}
            onOpen={(path) => goTo({ path, side: "right", line: fileLine })}
            stateOf={(path) => {
              const file = wholeOf.get(path);
              return (
                file && {
                  viewed: viewed?.has(path) ?? false,
                  threads: openThreads.get(path) ?? 0,
                  reason: reasons.get(path),
                  additions: file.additions,
                  deletions: file.deletions,
                }
              );
            }}
          />
        </div>
        <div className="min-h-0 min-w-0 flex-1">
          {listed ? (
            <LineList files={files} onComment={onComment && comment} />
          ) : (
            <DiffView
              label="Changes"
              handle={view}
              files={files}
              layout={narrow ? "unified" : settings.layout}
              wrap={narrow || settings.wrap}
              folded={folded}
              places={places}
              head={headOf}
              {...(below ? { below } : {})}
              onComment={onComment}
              selected={range}
              onSelect={select}
              load={load}
            />
          )}
        </div>
      </div>
      {viewed ? <ViewedProgress paths={paths} viewed={viewed} /> : null}
    </div>
  );
}
