"use client";

import { browserOnly } from "@/components/ui/browser-only";

/** Loaded after the page. */
export const LazySavedViews = browserOnly(
  () => import("./saved-views"),
  () => <span className="h-8 w-20" />,
);
