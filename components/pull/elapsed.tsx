"use client";

import { useState } from "react";
import { useNow } from "@/components/ui/use-now";

/** Shows how long a request has been pending, once it takes two seconds. */
export function Elapsed() {
  const [since] = useState(() => Date.now());
  const seconds = Math.floor((useNow() - since) / 1000);
  return seconds >= 2 ? <span className="tabular-nums">{seconds} s</span> : null;
}
