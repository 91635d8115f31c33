import type { RefObject } from "react";
import { announce } from "@/components/ui/announcer";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { hunkAt } from "@/lib/model/diff/describe-line";
import type { DiffPosition } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { DiffHandle } from "./diff-props";
import type { Folding } from "./use-folded";
import type { Navigation } from "./use-navigation";

export interface ViewedFiles {
  has: (path: string) => boolean;
  set: (paths: readonly string[], viewed: boolean) => void;
}

interface CommandOptions {
  files: readonly CommitFile[];
  paths: readonly string[];
  folding: Folding;
  viewed: ViewedFiles | undefined;
  view: RefObject<DiffHandle | null>;
  navigation: Navigation;
}

/** Commands on a file of the diff, run by key or button. */
export function diffCommands({ files, paths, folding, viewed, view, navigation }: CommandOptions) {
  /** Folding a file from its middle would leave its header above the viewport. */
  const scrollToHeader = (path: string) => requestAnimationFrame(() => view.current?.showHeader(path));
  const setViewed = (path: string, now: boolean) => {
    viewed?.set([path], now);
    // The mark is rendered later than this, after the header was scrolled to.
    folding.fold([path], now ? true : undefined);
    if (now) scrollToHeader(path);
    announce(now ? `${path} marked as viewed` : `${path} marked as not viewed`);
  };
  return {
    fold: (path: string, now: boolean) => {
      folding.fold([path], now);
      if (now) scrollToHeader(path);
    },
    setViewed,
    clearViewed: (viewedPaths: readonly string[]) => {
      viewed?.set(viewedPaths, false);
      folding.fold(viewedPaths, undefined);
    },
    /** Marks a file as viewed and moves to the next unviewed file. */
    viewAndContinue: (path: string) => {
      setViewed(path, true);
      const at = paths.indexOf(path);
      const next = [...paths.slice(at + 1), ...paths.slice(0, at)].find((each) => !viewed?.has(each));
      if (next) navigation.goToFile(next);
      else announce("All files viewed");
    },
    expand: ({ path, side, line }: DiffPosition, whole: boolean) => {
      const file = files.find(({ filename }) => filename === path);
      if (!file || file.patch === "" || folding.folded.has(path)) return;
      view.current?.expand(path, whole ? "all" : hunkAt(parseHunks(file), side, line));
      announce(whole ? `Showing all lines of ${path}` : "Showing more lines");
    },
  };
}

export type DiffCommands = ReturnType<typeof diffCommands>;
