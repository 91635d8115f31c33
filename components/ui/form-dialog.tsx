"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "./button";
import { CallFailure } from "./call-failure";
import { Dialog } from "./dialog";

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  open?: boolean;
  onClose: () => void;
  /** What the button says, and what it says while that is under way. */
  action: string;
  acting?: string;
  /** Whether everything it takes is given. */
  ready: boolean;
  pending: boolean;
  onSubmit: () => void;
  /** What is told at no field of it, and what that means. */
  failure?: Error | null;
  failed?: string;
  children: ReactNode;
}

/** A form in a dialog: it is sent once at a time, and what went wrong stands above its fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, open = true, onClose, action, acting, ready, pending, failure, failed, children } = props;
  const form = useId();
  const able = ready && !pending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (able) props.onSubmit();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(still) => (still ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" disabled={!able}>
            {pending && acting ? acting : action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="space-y-3">
        {failure ? <CallFailure error={failure}>{failed}</CallFailure> : null}
        {children}
      </form>
    </Dialog>
  );
}
