import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import type { ReactNode } from "react";
import { vi } from "vitest";

const go = vi.fn();
/** Records what opens pages. */
export const push = vi.fn();
export const replace = vi.fn();
const router = { back: go, forward: go, refresh: go, push, replace, prefetch: go, bfcacheId: "" };

/** The context of components that open pages. Test files share a module graph, so the hook can't be replaced with `vi.mock`. */
export function TestRouter({ children }: { children: ReactNode }) {
  return <AppRouterContext.Provider value={router}>{children}</AppRouterContext.Provider>;
}
