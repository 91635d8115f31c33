"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The buttons at the bottom. */
  footer?: ReactNode;
  className?: string;
  /** Receives key presses anywhere in the dialog. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

const fields = ":is(input, textarea, select):not([type=checkbox], [type=radio], [readonly], :disabled)";

/** Focuses the first field, if there is one; otherwise the first control gets focus by default. */
function focusFirstField(event: Event) {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector(fields) : null;
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}

/** Escape first closes the suggestions of a text area. The dialog's listener is the first to receive the key. */
function keepOpenForSuggestions(event: globalThis.KeyboardEvent) {
  const { target } = event;
  if (target instanceof Element && target.matches("textarea[aria-expanded=true]")) event.preventDefault();
}

/** The loaded dialog. */
export default function OpenDialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  className,
  onKeyDown,
  children,
}: DialogProps) {
  const previousFocus = useRef<Element>(null);
  const takeFocus = (event: Event) => {
    // Nothing has the focus while this dialog replaces another one.
    if (document.activeElement !== document.body) previousFocus.current = document.activeElement;
    focusFirstField(event);
  };
  /** Restores focus, unless the user has moved it already. */
  const restoreFocus = (event: Event) => {
    event.preventDefault();
    if (document.activeElement && document.activeElement !== document.body) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          onOpenAutoFocus={takeFocus}
          onKeyDown={onKeyDown}
          onEscapeKeyDown={keepOpenForSuggestions}
          onCloseAutoFocus={restoreFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={classNames(
            "fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 flex-col rounded-lg border bg-popover shadow-lg",
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-4 pt-4">
            <Radix.Title className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="ghost" size="smallIcon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          <div className="space-y-3 overflow-auto px-4 py-3">
            {description ? (
              <Radix.Description className="text-muted-foreground text-sm">{description}</Radix.Description>
            ) : null}
            {children}
          </div>
          {footer ? <div className="flex justify-end gap-2 border-t px-4 py-3">{footer}</div> : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
