"use client";

import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { takeToasts } from "./toast";

export default function ShownToasts({ theme }: { theme: "light" | "dark" }) {
  // The toaster listens once it stands; this effect runs after its own.
  useEffect(() => takeToasts((action) => action(toast)), []);
  return <Toaster theme={theme} position="bottom-right" />;
}
