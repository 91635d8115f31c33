"use client";

import { useState } from "react";
import { useNow } from "@/components/ui/use-now";

/** Shows how long a call has taken, once that is longer than usual. */
export function Elapsed() {
  const [since] = useState(() => Date.now());
  const seconds = Math.floor((useNow() - since) / 1000);
  return seconds >= 2 ? <span className="tabular-nums">for {seconds} s</span> : null;
}
