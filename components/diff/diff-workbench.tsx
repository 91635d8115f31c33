"use client";

import { RotateCcw } from "lucide-react";
import { type ReactNode, type RefObject, useRef, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { loadEarly } from "@/lib/client/load-early";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { type DiffPosition, type DiffRange, fileLine } from "@/lib/model/diff/diff-position";
import { counted } from "@/lib/model/plural";
import { bodyReason, type FileMetadata } from "./body-reason";
import { type DiffCommands, diffCommands, type ViewedFiles } from "./diff-commands";
import type { DiffHandle } from "./diff-props";
import { DiffToolbar } from "./diff-toolbar";
import { FileHeader } from "./file-header";
import { FileTree } from "./file-tree";
import { FindBar } from "./find-bar";
import { focusThread } from "./focus-thread";
import { LineList } from "./line-list";
import { treeState } from "./tree-state";
import { useDiffFiles } from "./use-diff-files";
import { fileKeys, navigationKeys, useDiffKeys } from "./use-diff-keys";
import { type DiffSettings, useDiffSettings } from "./use-diff-settings";
import { type Folding, useFolded } from "./use-folded";
import { useNavigation } from "./use-navigation";

const DiffCanvas = browserOnly(
  loadEarly(() => import("./diff-canvas")),
  () => <SkeletonRows label="Loading diff" />,
);

interface WorkbenchProps {
  /** In any order. They are shown in tree order. */
  files: readonly CommitFile[];
  metadata?: ReadonlyMap<string, FileMetadata> | undefined;
  /** Shown first in the toolbar, such as counts. */
  children?: ReactNode;
  positions?: readonly DiffPosition[];
  /** The positions that keys go to; all of them if not set. */
  stops?: readonly DiffPosition[];
  below?: (position: DiffPosition) => ReactNode;
  /** Number of open threads by path. Files with open threads aren't folded automatically. */
  openThreads?: ReadonlyMap<string, number>;
  viewed?: ViewedFiles | undefined;
  onComment?: ((range: DiffRange) => void) | undefined;
  load?: ((file: CommitFile) => Promise<{ before: string; after: string }>) | undefined;
  /** Additional shortcuts. */
  keys?: Readonly<Record<string, () => void>> | undefined;
  /** The selected lines. */
  range: DiffRange | undefined;
  onRange: (range: DiffRange | undefined) => void;
  /** Fills its container instead of the window. */
  fill?: boolean;
  /** Shown last in the toolbar. */
  actions?: ReactNode;
}

const noPositions: readonly DiffPosition[] = [];
const noThreads: ReadonlyMap<string, number> = new Map();

/** The diff viewer: a file tree, the diff, find, a screen-reader view, and shortcuts. */
export default function DiffWorkbench(props: WorkbenchProps) {
  const { children, metadata, below, openThreads = noThreads, viewed, onComment, load } = props;
  const [settings, change] = useDiffSettings();
  /** The text to find; `undefined` while find is closed. */
  const [find, setFind] = useState<string>();
  const [listed, setListed] = useState(false);
  const [treeShown, setTreeShown] = useState(false);
  const view = useRef<DiffHandle>(null);
  const filter = useRef<HTMLInputElement>(null);
  const findInput = useRef<HTMLInputElement>(null);
  const diffState = useDiffState(props, settings, view);
  const { files, folding, navigation, commands } = diffState;
  const { range, cursor } = navigation;

  /** Starts a comment and scrolls to its lines, which may be out of view or in the screen-reader view. */
  const comment = (on: DiffRange) => {
    setListed(false);
    onComment?.(on);
    navigation.show(on, "nearest");
  };
  const openFind = () => {
    setFind((text) => text ?? "");
    findInput.current?.focus();
  };
  useDiffKeys({
    ...navigationKeys(navigation),
    m: () => change({ layout: settings.layout === "split" ? "unified" : "split" }),
    t: () => {
      // Synchronous, because the next key press may already belong to the filter.
      flushSync(() => setTreeShown(true));
      filter.current?.focus();
    },
    "/": openFind,
    ...props.keys,
    ...fileKeys(navigation, commands, { folding, viewed, canExpand: load !== undefined }),
    ...(range && onComment ? { c: () => comment(range) } : {}),
    ...(cursor && below ? { enter: () => focusThread(cursor) } : {}),
  });

  return (
    <div
      className={classNames("flex flex-col gap-2", props.fill ? "min-h-80 flex-1" : "h-[calc(100dvh-5rem)] min-h-96")}
    >
      <h2 className="sr-only">Changed files</h2>
      <DiffToolbar
        settings={settings}
        onSettings={change}
        listed={listed}
        onListed={setListed}
        onFind={openFind}
        onTree={() => setTreeShown(!treeShown)}
        actions={
          <>
            {viewed ? <ViewedProgress paths={files.paths} viewed={viewed} onClear={commands.clearViewed} /> : null}
            {props.actions}
          </>
        }
      >
        {children}
        <FoldedCount folding={folding} viewed={viewed} />
      </DiffToolbar>
      {find === undefined ? null : (
        <FindBar
          files={files.shown}
          inputRef={findInput}
          onQuery={setFind}
          onShow={navigation.show}
          onClose={() => setFind(undefined)}
        />
      )}
      <div className="flex min-h-0 flex-1 flex-col gap-3 md:flex-row">
        <div
          className={classNames(
            "min-h-40 md:w-64 md:shrink-0 md:basis-auto",
            treeShown ? "basis-1/3" : "hidden md:block",
          )}
        >
          <FileTree
            paths={files.paths}
            current={range?.path}
            filterRef={filter}
            onOpen={navigation.goToFile}
            stateOf={(path) => treeState(path, files.wholeByPath.get(path), { viewed, openThreads, folding, metadata })}
          />
        </div>
        <div className="min-h-0 min-w-0 flex-1">
          {listed ? (
            <LineList files={files.shown} onComment={onComment && comment} />
          ) : (
            <FilesPane {...props} diffState={diffState} settings={settings} view={view} find={find ?? ""} />
          )}
        </div>
      </div>
    </div>
  );
}

/** The files in tree order, the folded files, and the cursor. */
function useDiffState(props: WorkbenchProps, settings: DiffSettings, view: RefObject<DiffHandle | null>) {
  const { positions = noPositions, openThreads = noThreads, viewed, range, onRange } = props;
  const [initialPath] = useState(range?.path);
  const files = useDiffFiles(props.files, settings.whitespace);
  const folding = useFolded(
    files.whole,
    (path) => viewed?.has(path) ?? false,
    (path) => (openThreads.get(path) ?? 0) > 0 || path === initialPath,
    props.metadata,
  );
  const stops = props.stops ?? positions;
  const navigation = useNavigation({ files: files.shown, positions: stops, folding, view, range, onRange });
  const commands = diffCommands({ files: files.shown, paths: files.paths, folding, viewed, view, navigation });
  return { files, folding, navigation, commands };
}

interface FilesPaneProps extends Omit<WorkbenchProps, "files" | "range" | "onRange" | "keys" | "stops" | "children"> {
  diffState: ReturnType<typeof useDiffState>;
  settings: DiffSettings;
  view: RefObject<DiffHandle | null>;
  /** The text to highlight. */
  find: string;
}

function FilesPane({ diffState, settings, view, find, ...props }: FilesPaneProps) {
  const { metadata, positions = noPositions, below, openThreads = noThreads, viewed, onComment, load } = props;
  const { files, folding, navigation, commands } = diffState;
  const narrow = useNarrow();
  const head = (file: CommitFile) => (
    <Head
      file={file}
      whole={files.wholeByPath.get(file.filename) ?? file}
      metadata={metadata?.get(file.filename)}
      folding={folding}
      viewed={viewed}
      threads={openThreads.get(file.filename) ?? 0}
      commands={commands}
      onComment={onComment}
    />
  );
  return (
    <DiffCanvas
      label="Changes"
      handle={view}
      files={files.shown}
      layout={narrow ? "unified" : settings.layout}
      wrap={narrow || settings.wrap}
      folded={folding.folded}
      find={find}
      positions={positions}
      head={head}
      {...(below ? { below } : {})}
      onComment={onComment}
      selected={navigation.range}
      onSelect={navigation.select}
      load={load}
    />
  );
}

interface HeadProps {
  file: CommitFile;
  /** The same file including whitespace changes. */
  whole: CommitFile;
  metadata: FileMetadata | undefined;
  folding: Folding;
  viewed: ViewedFiles | undefined;
  threads: number;
  commands: DiffCommands;
  onComment: ((range: DiffRange) => void) | undefined;
}

function Head({ file, whole, metadata, folding, viewed, threads, commands, onComment }: HeadProps) {
  const path = file.filename;
  return (
    <FileHeader
      file={file}
      metadata={metadata}
      reason={bodyReason(file, whole, metadata) ?? folding.reasons.get(path)}
      folded={folding.folded.has(path)}
      onFold={(now) => commands.fold(path, now)}
      viewed={viewed?.has(path)}
      onView={(now) => commands.setViewed(path, now)}
      onComment={onComment && (() => onComment({ path, side: "right", startLine: fileLine, endLine: fileLine }))}
      marks={threads > 0 ? <span className="text-info text-xs">{counted(threads, "thread")}</span> : null}
    />
  );
}

/** The number of files that are folded although they haven't been viewed. */
function FoldedCount({ folding, viewed }: { folding: Folding; viewed: ViewedFiles | undefined }) {
  const count = [...folding.folded].filter((path) => !viewed?.has(path)).length;
  if (count === 0) return null;
  return <span className="text-muted-foreground text-xs">{count.toLocaleString("en")} collapsed</span>;
}

interface ViewedProgressProps {
  paths: readonly string[];
  viewed: ViewedFiles;
  onClear: (paths: readonly string[]) => void;
}

/** The number of viewed files, with a button to clear the marks. */
function ViewedProgress({ paths, viewed, onClear }: ViewedProgressProps) {
  const seen = paths.filter((path) => viewed.has(path));
  return (
    <span className="flex items-center text-muted-foreground text-xs tabular-nums">
      <span className="hidden sm:inline">
        {seen.length.toLocaleString("en")} of {counted(paths.length, "file")} viewed
      </span>
      <span className="sm:hidden" title="Viewed files">
        {seen.length}/{paths.length}
      </span>
      {seen.length > 0 ? (
        <Button
          size="smallIcon"
          variant="ghost"
          aria-label="Mark all as not viewed"
          title="Mark all as not viewed"
          onClick={() => onClear(seen)}
        >
          <RotateCcw aria-hidden />
        </Button>
      ) : null}
    </span>
  );
}

const wide = "(min-width: 768px)";

/** True on screens too narrow for two columns or unwrapped lines. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => !window.matchMedia(wide).matches,
    () => false,
  );
}
