"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { checkEnvironment } from "@/lib/model/environment/check";
import type { Path } from "@/lib/model/environment/diagnostic";
import { applyEdits, removeValue, setValue } from "@/lib/model/environment/edit";
import { editable } from "@/lib/model/environment/editable";
import type { Json } from "@/lib/model/environment/syntax-tree";
import { type Draft, environmentDraft } from "./drafts";

/** From here on checking waits until typing pauses. */
const largeText = 50_000;
const pauseMs = 250;
const saveMs = 300;

/** A text once it has rested; small texts at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  const large = text.length > largeText;
  useEffect(() => {
    if (!large) return;
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, large]);
  return large ? settled : text;
}

export interface DocumentBase {
  text: string | undefined;
  headSha: string;
}

interface Given {
  /** Name its draft is kept under. */
  name: string;
  path: string;
  /** The file on its branch. */
  base: DocumentBase | undefined;
  /** Text to begin with where no draft is kept. */
  text: string;
}

/** A file in the editor: its text, what was found in it, and its draft in this browser. */
export function useDocument({ name, path, base, text: begin }: Given) {
  const [draft] = useState(() => environmentDraft(name).read());
  const [text, setText] = useState(draft?.text ?? begin);
  const [known, setKnown] = useState<DocumentBase | undefined>(() => {
    const begun = draft?.base && { text: draft.base.text ?? undefined, headSha: draft.base.headSha };
    // A branch that moved without touching the file is no conflict.
    return begun && begun.text !== base?.text ? begun : base;
  });
  const [kept, setKept] = useState(true);
  const settled = useSettled(text);
  const checked = useMemo(() => checkEnvironment(settled, path), [settled, path]);
  const dirty = text !== (known?.text ?? "");

  const waiting = useRef<Draft>(undefined);
  const flush = useCallback(() => {
    if (waiting.current) setKept(environmentDraft(name).write(waiting.current));
    waiting.current = undefined;
  }, [name]);
  useEffect(() => {
    if (!dirty) {
      waiting.current = undefined;
      environmentDraft(name).write(undefined);
      return;
    }
    const savedBase = known ? { text: known.text ?? null, headSha: known.headSha } : null;
    waiting.current = { text, base: savedBase, savedAt: Date.now() };
    const timer = setTimeout(flush, saveMs);
    return () => clearTimeout(timer);
  }, [name, text, known, dirty, flush]);
  useEffect(() => {
    // A page that goes away gets no more timers.
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  /** Sets what stands at a path, or takes it away. Text that is not well-formed stays as it is. */
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
    /** What was found belongs to an earlier text. */
    behind: settled !== text,
    base: known,
    setBase: setKnown,
    dirty,
    /** False when the browser would not keep the draft. */
    kept,
    /** Empties the editor; its draft goes too. */
    clear: useCallback(() => setText(""), []),
  };
}

export type EnvironmentDocument = ReturnType<typeof useDocument>;
