"use client";

import dynamic from "next/dynamic";
import { patiently } from "@/lib/patiently";

/** The checker comes when a repository is chosen, not with the form. */
export const LazyLaunchCheck = dynamic(
  () => patiently(() => import("./launch-check").then(({ LaunchCheck }) => LaunchCheck)),
  {
    ssr: false,
  },
);
