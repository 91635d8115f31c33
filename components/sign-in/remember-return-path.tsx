"use client";

import { useEffect } from "react";
import { rememberReturnPath } from "./return-path";

/** Remembers the page that required sign-in. */
export function RememberReturnPath({ path }: { path: string }) {
  useEffect(() => rememberReturnPath(path), [path]);
  return null;
}
