import { minFreeBytes } from "@/git/transport/check-push-limits";
import type { Settings } from "@/lib/core/settings/settings";
import type { RunLimits } from "./limits/run-limits";
import type { RunContext } from "./run/run-spec";
import { createImageStore } from "./stores/image-store";
import { createSnapshotStore } from "./stores/snapshot-store";

const mebibyte = 1024 ** 2;
const minuteMs = 60_000;

/** The limits of runs, and what runs share on this host, according to the settings. The folders are created when needed. */
export function runResources(
  settings: Settings,
  { snapshotDir, imageDir }: { snapshotDir: string; imageDir: string },
): { limits: RunLimits; snapshots: RunContext["snapshots"]; images: RunContext["images"] } {
  return {
    limits: {
      timeMs: settings.runTimeLimitSeconds * 1000,
      preparationMs: 45 * minuteMs,
      publicationMs: 15 * minuteMs,
      backgroundMs: settings.backgroundWorkSeconds * 1000,
      processes: settings.runProcessLimit,
      processors: settings.runCpuLimit,
      memoryBytes: settings.runMemoryLimitMb * mebibyte,
      workspaceBytes: settings.workspaceLimitMb * mebibyte,
      freeBytes: minFreeBytes,
    },
    snapshots:
      settings.snapshotLimitMb === 0
        ? undefined
        : createSnapshotStore({ folder: snapshotDir, limitBytes: settings.snapshotLimitMb * mebibyte }),
    images: settings.containerEngine && {
      engine: settings.containerEngine,
      store: createImageStore({ folder: imageDir, limitBytes: settings.imageLimitMb * mebibyte }),
    },
  };
}
