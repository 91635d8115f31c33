"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { checkEnvironment } from "@/lib/model/environment/check";
import type { Path } from "@/lib/model/environment/diagnostic";
import { applyEdits, removeValue, setValue } from "@/lib/model/environment/edit";
import { editable } from "@/lib/model/environment/editable";
import type { Json } from "@/lib/model/environment/syntax-tree";
import { type Draft, environmentDraft } from "./drafts";
import { useDebounced } from "./use-debounced";

/** In characters. Longer texts are checked when typing pauses. */
const largeText = 50_000;
const pauseMs = 250;
const saveMs = 300;

interface DocumentBase {
  text: string | undefined;
  headSha: string;
}

interface DocumentOptions {
  /** The name its draft is stored under. */
  name: string;
  path: string;
  /** The file on its branch. */
  base: DocumentBase | undefined;
  /** Initial text where no draft is stored. */
  text: string;
  /** A generated initial text. It becomes a draft when it is edited. */
  suggestion?: string | undefined;
}

/** The open file: text, diagnostics, and a draft stored in this browser. */
export function useDocument({ name, path, base, text: initialText, suggestion }: DocumentOptions) {
  const [draft] = useState(() => environmentDraft(name).read());
  const [text, setText] = useState(draft?.text ?? initialText);
  const [known, setKnown] = useState<DocumentBase | undefined>(() => {
    const draftBase = draft?.base && { text: draft.base.text ?? undefined, headSha: draft.base.headSha };
    // A branch that moved without changing the file is not a conflict.
    return draftBase && draftBase.text !== base?.text ? draftBase : base;
  });
  const [stored, setStored] = useState(true);
  const settled = useDebounced(text, text.length > largeText ? pauseMs : 0);
  const checked = useMemo(() => checkEnvironment(settled, path), [settled, path]);
  const dirty = text !== (known?.text ?? "");
  const drafted = dirty && text !== suggestion;

  const pending = useRef<Draft>(undefined);
  const flush = useCallback(() => {
    if (pending.current) setStored(environmentDraft(name).write(pending.current));
    pending.current = undefined;
  }, [name]);
  useEffect(() => {
    if (!drafted) {
      pending.current = undefined;
      environmentDraft(name).write(undefined);
      return;
    }
    const savedBase = known ? { text: known.text ?? null, headSha: known.headSha } : null;
    pending.current = { text, base: savedBase, savedAt: Date.now() };
    const timer = setTimeout(flush, saveMs);
    return () => clearTimeout(timer);
  }, [name, text, known, drafted, flush]);
  useEffect(() => {
    // Timers no longer fire once the page is closing.
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  /** Sets the value at a path, or removes it. Text that isn't well-formed stays as it is. */
  const edit = useCallback((at: Path, value: Json | undefined): void => {
    setText((current) => {
      const document = editable(current);
      if (!document) return current;
      return applyEdits(current, value === undefined ? removeValue(document, at) : setValue(document, at, value));
    });
  }, []);

  return {
    text,
    setText,
    edit,
    checked,
    /** True while the diagnostics are of an earlier text. */
    stale: settled !== text,
    base: known,
    setBase: setKnown,
    dirty,
    /** It has changes by the user, which are kept in this browser. */
    drafted,
    /** False when the browser couldn't store the draft. */
    stored,
    /** Empties the editor and removes its draft. */
    clear: useCallback(() => setText(""), []),
  };
}

export type EnvironmentDocument = ReturnType<typeof useDocument>;
