"use client";

import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { Textarea } from "@/components/ui/textarea";
import { retryImport } from "@/lib/client/retry-import";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-template";
import {
  type CompletionTarget,
  complete,
  completionAt,
  isOnlyText,
  type Suggestion,
  type TemplateUse,
} from "@/lib/model/completion/completion";
import type { CompletionHandle } from "./completion-list";

const CompletionList = lazy(() => retryImport(() => import("./completion-list")));

/** Where suggestions come from. */
export interface CompletionSource {
  /** Id or alias of the model whose commands are suggested. Empty: the default model; `undefined`: unknown. */
  model: string | undefined;
  /** The repository whose files are suggested. */
  repository: { url: string; revision?: string | undefined } | undefined;
}

interface PromptTextareaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange"> {
  value: string;
  onValue: (value: string) => void;
  source: CompletionSource;
  /** Fills the form from a template that is chosen while the prompt has no other text. By default, its prompt is inserted. */
  onTemplate?: ((template: LaunchTemplate) => void) | undefined;
}

/**
 * A prompt's text area. Suggests the agent's commands and launch templates after `/`, and the repository's files
 * after `@`.
 */
export function PromptTextarea({
  value,
  onValue,
  source,
  onTemplate,
  onKeyDown,
  ...props
}: PromptTextareaProps): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const list: RefObject<CompletionHandle | null> = useRef(null);
  const [target, setTarget] = useState<CompletionTarget>();
  const [active, setActive] = useState<string>();
  const follow = () => {
    const { selectionStart = 0, selectionEnd = 0, value: text = "" } = area.current ?? {};
    setTarget(selectionStart === selectionEnd ? completionAt(text, selectionStart) : undefined);
  };
  const isAlone = target !== undefined && isOnlyText(value, target);
  const templateUse: TemplateUse = !onTemplate ? "prompt" : isAlone ? "form" : "promptOnly";
  const choose = (suggestion: Suggestion) => {
    if (!target) return;
    const next = complete(value, target, suggestion);
    if (suggestion.template && templateUse === "form") onTemplate?.(suggestion.template);
    else onValue(next.text);
    setTarget(undefined);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const isOpen = target !== undefined && active !== undefined;
  return (
    <div className="relative">
      <Textarea
        {...props}
        ref={area}
        value={value}
        {...(isOpen
          ? {
              role: "combobox",
              "aria-autocomplete": "list" as const,
              "aria-expanded": true,
              "aria-controls": active.split(" ")[0],
              "aria-activedescendant": active.split(" ")[1],
            }
          : {})}
        onChange={(event) => {
          onValue(event.target.value);
          follow();
        }}
        onClick={follow}
        onBlur={() => setTarget(undefined)}
        onKeyDown={(event) => {
          const modified = event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing;
          if (isOpen && event.key === "Escape") {
            event.preventDefault();
            event.stopPropagation();
            setTarget(undefined);
          } else if (isOpen && !modified && list.current?.press(event.key)) event.preventDefault();
          else onKeyDown?.(event);
        }}
        onKeyUp={(event) => {
          if (/^(?:Arrow(?:Left|Right)|Home|End)$/.test(event.key)) follow();
        }}
      />
      {target ? (
        <Suspense fallback={null}>
          <CompletionList
            ref={list}
            target={target}
            source={source}
            templateUse={templateUse}
            onActive={setActive}
            onChoose={choose}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
