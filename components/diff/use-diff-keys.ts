"use client";

import { isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { useAfterGo } from "@/components/ui/use-after-go";
import { useWindowKey } from "@/components/ui/use-window-key";
import type { DiffCommands, ViewedFiles } from "./diff-commands";
import type { Folding } from "./use-folded";
import type { Navigation } from "./use-navigation";

type Keys = Readonly<Record<string, () => void>>;

const shifted = /^(?:[a-z]|arrow\w+)$/;
/** Elements with their own Enter behavior. */
const pressable = "a, button, summary, label, [role='tree']";

/**
 * Single-key shortcuts of the diff. They take precedence over the global ones (`c` comments here), except after `g`.
 * Ctrl+F searches the diff, because the browser's find only sees rendered lines.
 */
export function useDiffKeys(keys: Keys): void {
  const isAfterGo = useAfterGo();
  useWindowKey(
    (event) => {
      const afterGo = isAfterGo(event);
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "f";
      if (!isFind && (isTyping(event) || !shortcutsOn() || afterGo)) return;
      const key = event.key.toLowerCase();
      if (key === "enter" && event.target instanceof Element && event.target.closest(pressable)) return;
      const run = isFind ? keys["/"] : keys[event.shiftKey && shifted.test(key) ? `shift ${key}` : key];
      if (!run) return;
      event.preventDefault();
      run();
    },
    { capture: true },
  );
}

export function navigationKeys({ move, extend, toThread, toFileWithThreads }: Navigation): Keys {
  return {
    j: () => move("row", 1),
    k: () => move("row", -1),
    n: () => move("change", 1),
    p: () => move("change", -1),
    "]": () => move("file", 1),
    "[": () => move("file", -1),
    "shift n": () => toThread(1),
    "shift p": () => toThread(-1),
    "shift j": () => toFileWithThreads(1),
    "shift k": () => toFileWithThreads(-1),
    "shift arrowdown": () => extend(1),
    "shift arrowup": () => extend(-1),
  };
}

interface FileKeyOptions {
  folding: Folding;
  viewed: ViewedFiles | undefined;
  canExpand: boolean;
}

/** Shortcuts for the file at the cursor. */
export function fileKeys({ cursor }: Navigation, commands: DiffCommands, options: FileKeyOptions): Keys {
  const { folding, viewed, canExpand } = options;
  if (!cursor) return {};
  const { path } = cursor;
  return {
    o: () => commands.fold(path, !folding.folded.has(path)),
    ...(canExpand ? { e: () => commands.expand(cursor, false), "shift e": () => commands.expand(cursor, true) } : {}),
    ...(viewed
      ? { v: () => commands.setViewed(path, !viewed.has(path)), "shift v": () => commands.viewAndContinue(path) }
      : {}),
  };
}
