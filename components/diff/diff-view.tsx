"use client";

import dynamic from "next/dynamic";
import { SkeletonRows } from "@/components/ui/skeleton-rows";

/** Changed files in one virtual view. It comes when it is first needed, and only in a browser. */
export const DiffView = dynamic(() => import("./diff-canvas"), {
  ssr: false,
  loading: () => <SkeletonRows label="Loading the diff" />,
});
