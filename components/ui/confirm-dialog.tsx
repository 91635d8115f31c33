"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "./field";
import { FormDialog, type FormDialogProps } from "./form-dialog";
import { Input } from "./input";

interface ConfirmDialogProps extends Omit<FormDialogProps, "buttons" | "ready" | "pending" | "onSubmit" | "children"> {
  /** Text the user must type to confirm an action that can't be undone. */
  phrase?: string | undefined;
  /** Accepts the phrase in any case. Names must be typed exactly. */
  ignoreCase?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}

function isTyped(typed: string, phrase: string, ignoreCase: boolean): boolean {
  if (!ignoreCase) return typed.trim() === phrase.trim();
  return typed.trim().toLowerCase().replace(/\s+/g, " ") === phrase;
}

/** Asks for confirmation of an action and explains its consequences. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, onClose, cancelLabel = "Cancel", danger = true, phrase, pending = false, onConfirm } = props;
  const { title, description, action, pendingLabel, ignoreCase = false, failure, errorTitle, children } = props;
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!open) return;
    // The menu that opened the dialog restores focus to its button first.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return (
    <FormDialog
      open={open}
      title={title}
      description={description}
      action={action}
      {...(pendingLabel === undefined ? {} : { pendingLabel })}
      cancelLabel={cancelLabel}
      danger={danger}
      ready={phrase === undefined || isTyped(typed, phrase, ignoreCase)}
      pending={pending}
      failure={failure ?? null}
      {...(errorTitle === undefined ? {} : { errorTitle })}
      onClose={() => {
        setTyped("");
        onClose();
      }}
      onSubmit={onConfirm}
    >
      {children}
      {phrase === undefined ? null : (
        <Field label={`Type “${phrase}” to confirm`}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
