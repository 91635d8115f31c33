"use client";

import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { Textarea } from "@/components/ui/textarea";
import type { LaunchTemplate } from "@/lib/contract/dashboard/launch-templates/launch-template";
import {
  type CompletionTarget,
  complete,
  completionAt,
  isOnlyText,
  mentionAt,
  type Suggestion,
  type TemplateUse,
} from "@/lib/model/completion/completion";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import type { CompletionHandle } from "./completion-list";

const CompletionList = lazyPart(() => import("./completion-list"));

/** Where the suggestions in a prompt come from. */
export interface CompletionSource {
  /** Id or alias of the model whose commands are suggested. Empty: the default model; `undefined`: unknown. */
  model: string | undefined;
  /** The repository whose files are suggested. */
  repository: { url: string; revision?: string | undefined } | undefined;
}

/** In comments: the repository whose users are suggested. */
export interface MentionSource {
  users: RepositoryName;
}

interface PromptTextareaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange" | "ref"> {
  ref?: RefObject<HTMLTextAreaElement | null> | undefined;
  value: string;
  onValue: (value: string) => void;
  source: CompletionSource | MentionSource;
  /** Fills the form from a template that is chosen while the prompt has no other text. By default, its prompt is inserted. */
  onTemplate?: ((template: LaunchTemplate) => void) | undefined;
}

/**
 * A text area for a prompt or a comment. A prompt suggests the agent's commands and launch templates after `/`, and the
 * repository's files after `@`; a comment suggests the repository's users after `@`.
 */
export function PromptTextarea({
  ref,
  value,
  onValue,
  source,
  onTemplate,
  onKeyDown,
  ...props
}: PromptTextareaProps): ReactNode {
  const ownArea = useRef<HTMLTextAreaElement>(null);
  const area = ref ?? ownArea;
  const list: RefObject<CompletionHandle | null> = useRef(null);
  const [target, setTarget] = useState<CompletionTarget>();
  const [active, setActive] = useState<string>();
  const follow = () => {
    const { selectionStart = 0, selectionEnd = 0, value: text = "" } = area.current ?? {};
    const targetAt = "users" in source ? mentionAt : completionAt;
    setTarget(selectionStart === selectionEnd ? targetAt(text, selectionStart) : undefined);
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
        <CompletionList
          ref={list}
          target={target}
          source={source}
          templateUse={templateUse}
          onActive={setActive}
          onChoose={choose}
        />
      ) : null}
    </div>
  );
}
