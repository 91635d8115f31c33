"use client";

import { useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { DialogProps } from "./open-dialog";

/** Loaded when a dialog is first opened. */
const OpenDialog = lazyPart(() => import("./open-dialog"));

export function Dialog(props: DialogProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  if (!opened) return null;
  return <OpenDialog {...props} />;
}
