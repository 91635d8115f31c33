"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { isDashboardUp } from "@/lib/client/is-dashboard-up";

type Router = ReturnType<typeof useRouter>;

/** Called instead of opening a page, while none can be loaded. */
let onBlocked: (() => void) | undefined;

/** Keeps this page until the returned function is called. `report` is called when another page should open meanwhile. */
export function blockPages(report: () => void): () => void {
  onBlocked = report;
  return () => {
    if (onBlocked === report) onBlocked = undefined;
  };
}

async function openPage(open: () => void): Promise<void> {
  const report = onBlocked;
  // The dashboard can respond although its live stream is interrupted, for example after a change was saved.
  if (report && !(await isDashboardUp())) report();
  else open();
}

/**
 * Opens pages from code. While the dashboard can't be reached, this page stays, because the browser would replace it, and what
 * was entered, with an error page.
 */
export function usePageRouter(): Pick<Router, "push" | "replace"> {
  const router = useRouter();
  return useMemo(() => {
    const push: Router["push"] = (path) => void openPage(() => router.push(path));
    const replace: Router["replace"] = (path) => void openPage(() => router.replace(path));
    return { push, replace };
  }, [router]);
}
