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
  /** At the bottom: the buttons. */
  footer?: ReactNode;
  className?: string;
  /** Receives the keys pressed anywhere in it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

const fields = ":is(input, textarea, select):not([type=checkbox], [type=radio], [readonly], :disabled)";

/** A dialog that asks for something begins at its first field; any other at its first control. */
function focusFirstField(event: Event) {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector(fields) : null;
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}

/** A dialog whose code has come. */
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
  const before = useRef<Element>(null);
  const begin = (event: Event) => {
    before.current = document.activeElement;
    focusFirstField(event);
  };
  /** Focus goes back to where it was, unless the person has moved on already. */
  const giveBack = (event: Event) => {
    event.preventDefault();
    if (document.activeElement && document.activeElement !== document.body) return;
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          onOpenAutoFocus={begin}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={giveBack}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={classNames(
            "fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 flex-col rounded-lg border bg-popover shadow-lg",
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-4 pt-4">
            <Radix.Title className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button variant="quiet" size="smallIcon" aria-label="Close">
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
