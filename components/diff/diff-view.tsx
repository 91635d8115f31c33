"use client";

import dynamic from "next/dynamic";
import { SkeletonRows } from "@/components/ui/skeleton-rows";

const load = () => import("./diff-canvas");

// Whatever needs a diff will show one: it comes along with the code around it.
if (typeof window !== "undefined") load().catch(() => undefined);

/** Changed files in one virtual view, in browsers only. */
export const DiffView = dynamic(load, {
  ssr: false,
  loading: () => <SkeletonRows label="Loading the diff" />,
});
