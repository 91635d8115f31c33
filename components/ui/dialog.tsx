"use client";

import { lazy, Suspense, useState } from "react";
import { retryImport } from "@/lib/client/retry-import";
import type { DialogProps } from "./open-dialog";

/** Loaded when a dialog is first opened. */
const OpenDialog = lazy(() => retryImport(() => import("./open-dialog")));

export function Dialog(props: DialogProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialog {...props} />
    </Suspense>
  );
}
