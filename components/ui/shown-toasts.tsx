"use client";

import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { connectToaster } from "./toast";

/** Long enough to read it and reach its button. */
const withButtonMs = 10_000;

export default function ShownToasts({ theme }: { theme: "light" | "dark" }) {
  // The toaster listens once it is mounted; this effect runs after its own.
  useEffect(
    () =>
      connectToaster((kind, text, options) =>
        toast[kind](text, options?.action ? { duration: withButtonMs, ...options } : options),
      ),
    [],
  );
  return <Toaster theme={theme} position="bottom-right" />;
}
