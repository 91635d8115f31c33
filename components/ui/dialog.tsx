"use client";

import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { patiently } from "@/lib/client/retry-import";

/** The dialog's own code comes when one is first opened: no list screen needs it to be read. */
const OpenDialog = lazy(() => patiently(() => import("./open-dialog")));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** At the bottom: the buttons. */
  footer?: ReactNode;
  className?: string;
  /** Hears the keys pressed anywhere in it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialog {...props} />
    </Suspense>
  );
}
