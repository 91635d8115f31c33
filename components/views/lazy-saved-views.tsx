"use client";

import { browserOnly } from "@/components/ui/browser-only";

/** Loaded after the page. */
export const LazySavedViews = browserOnly(
  () => import("./saved-views").then((part) => part.SavedViews),
  () => <span className="h-8 w-20" />,
);
