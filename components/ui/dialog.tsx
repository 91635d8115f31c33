"use client";

import { lazy, Suspense, useState } from "react";
import { retryImport } from "@/lib/client/retry-import";
import type { DialogProps } from "./open-dialog";

/** The dialog's own code comes when one is first opened: no list screen needs it to be read. */
const OpenDialog = lazy(() => retryImport(() => import("./open-dialog")));

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
