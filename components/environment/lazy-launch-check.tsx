"use client";

import { browserOnly } from "@/components/ui/browser-only";

/** The checker comes when a repository is chosen, not with the form. */
export const LazyLaunchCheck = browserOnly(() => import("./launch-check").then(({ LaunchCheck }) => LaunchCheck));
