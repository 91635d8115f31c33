"use client";

import { browserOnly } from "@/components/ui/browser-only";
import { SkeletonRows } from "@/components/ui/skeleton-rows";

const load = () => import("./diff-canvas").then((part) => part.default);

// Whatever needs a diff will show one: it comes along with the code around it.
if (typeof window !== "undefined") load().catch(() => undefined);

/** Changed files in one virtual view, in browsers only. */
export const DiffView = browserOnly(load, () => <SkeletonRows label="Loading the diff" />);
