"use client";

import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { connectToaster } from "./toast";

/** Long enough to read the toast and press its button. */
const actionToastMs = 10_000;

export default function ShownToasts({ theme }: { theme: "light" | "dark" }) {
  // Runs after the toaster's own effect, once it listens.
  useEffect(
    () =>
      connectToaster((kind, text, options) =>
        toast[kind](text, options?.action ? { duration: actionToastMs, ...options } : options),
      ),
    [],
  );
  return <Toaster theme={theme} position="bottom-right" style={{ fontFamily: "inherit" }} />;
}
