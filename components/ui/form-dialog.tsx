"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "./button";
import { CallFailure } from "./call-failure";
import { Dialog } from "./dialog";

export interface FormDialogProps {
  title: string;
  description?: ReactNode;
  open?: boolean;
  onClose: () => void;
  /** The text of the submit button, and its text while the form is pending. */
  action: string;
  pendingLabel?: string;
  /** The text of the cancel button. */
  cancelLabel?: string;
  /** Additional buttons, before these two. */
  buttons?: ReactNode;
  danger?: boolean;
  /** Whether the form is complete. */
  ready: boolean;
  pending: boolean;
  onSubmit: () => void;
  /** An error without a field, and what it means for the user. */
  failure?: Error | null;
  errorTitle?: string;
  children: ReactNode;
}

/** A form in a dialog. Errors are shown above the fields. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    open = true,
    onClose,
    action,
    pendingLabel,
    cancelLabel = "Cancel",
    danger = false,
    buttons,
  } = props;
  const { ready, pending, failure, errorTitle, children } = props;
  const form = useId();
  const canSubmit = ready && !pending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) props.onSubmit();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          {buttons}
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" form={form} variant={danger ? "danger" : "primary"} disabled={!canSubmit}>
            {pending && pendingLabel ? pendingLabel : action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-3">
        {failure ? <CallFailure error={failure}>{errorTitle}</CallFailure> : null}
        {children}
      </form>
    </Dialog>
  );
}
