"use client";

import { useEffect } from "react";
import { retryImport } from "@/lib/client/retry-import";

/** Remembers the page that required sign-in. */
export function RememberReturnPath({ path }: { path: string }) {
  useEffect(() => {
    void retryImport(() => import("./return-path"))
      .then(({ rememberReturnPath }) => rememberReturnPath(path))
      .catch(() => undefined);
  }, [path]);
  return null;
}
