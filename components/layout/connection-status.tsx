"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ServerOff, WifiOff } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isPlainClick } from "@/components/ui/plain-click";
import { blockPages } from "@/components/ui/use-page-router";
import { type ConnectionState, useConnectionState, useIsReconnecting } from "@/lib/client/live/use-connection-state";
import { useSessionEnd } from "@/lib/client/live/use-session-end";
import { paths } from "@/lib/model/paths";

/** Shows on every page that the session ended, the device is offline, or the dashboard or the service doesn't respond. */
export default function ConnectionStatus() {
  const state = useConnectionState();
  const isSignedOut = useSessionEnd();
  const client = useQueryClient();
  useOnRecovery(isSignedOut || state !== "connected", () => client.invalidateQueries());
  // What failed during an interruption too short to show would stay failed.
  useOnRecovery(useIsReconnecting(), () =>
    client.refetchQueries({ type: "active", predicate: (query) => query.state.status === "error" }),
  );
  const isBlocked = useBlockedNavigation(!isSignedOut && (state === "offline" || state === "dashboard-unreachable"));
  // The toaster couldn't be loaded while the dashboard is unreachable, when there are errors to show.
  useEffect(() => void import("@/components/ui/shown-toasts").catch(() => undefined), []);
  return (
    <div role="status" className="contents">
      {isSignedOut ? <SessionEnded /> : <ConnectionBar state={state} isBlocked={isBlocked} />}
    </div>
  );
}

const bars = {
  offline: { Icon: WifiOff, text: "You're offline.", detail: "You can't save changes until you're back online." },
  "dashboard-unreachable": { Icon: ServerOff, text: "Couldn't reach the dashboard.", detail: "Reconnecting…" },
  "service-unreachable": {
    Icon: ServerOff,
    text: "The service isn't responding.",
    detail: "What you see may be out of date.",
  },
};

function ConnectionBar({ state, isBlocked }: { state: ConnectionState; isBlocked: boolean }) {
  if (state === "connected") return null;
  const { Icon, text, detail } = bars[state];
  return (
    <Bar icon={<Icon aria-hidden className="size-4 shrink-0" />} text={text}>
      <span className="text-muted-foreground">
        {isBlocked ? "Couldn't open the page. Try again when you're reconnected." : detail}
      </span>
    </Bar>
  );
}

function Bar({ icon, text, children }: { icon?: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="sticky top-0 z-30 flex flex-wrap items-center gap-x-2 gap-y-1 border-warning/40 border-b bg-warning-soft px-4 py-2 text-sm">
      {icon}
      <span className="font-medium">{text}</span>
      {children}
    </div>
  );
}

/** A dialog, once per ended session. A bar replaces it, so that users can copy what they entered. */
function SessionEnded() {
  const [isDialogOpen, setIsDialogOpen] = useState(true);
  return (
    <>
      <Bar text="Your session ended.">
        <SignInLink />
      </Bar>
      <Dialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title="Your session ended"
        description="Sign in again in a new tab, then come back. What you entered on this page is kept."
        footer={<SignInLink />}
      />
    </>
  );
}

function SignInLink() {
  const [pathname, search] = [usePathname(), useSearchParams().toString()];
  return (
    <Button size="small" variant="primary" asChild>
      <a href={paths.signIn(search ? `${pathname}?${search}` : pathname)} target="_blank" rel="noopener">
        Sign in
      </a>
    </Button>
  );
}

/** Loads data again after an interruption. */
function useOnRecovery(isInterrupted: boolean, load: () => Promise<void>): void {
  const wasInterrupted = useRef(false);
  useEffect(() => {
    if (wasInterrupted.current && !isInterrupted) void load();
    wasInterrupted.current = isInterrupted;
  });
}

/**
 * Keeps the page while no other can be loaded: the browser would replace it, and what was entered, with an error page. Returns
 * whether another page should have opened since then.
 */
function useBlockedNavigation(isUnreachable: boolean): boolean {
  const [wasBlocked, setWasBlocked] = useState(false);
  useEffect(() => {
    if (!isUnreachable) return;
    const block = (event: MouseEvent) => {
      if (!opensOtherPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setWasBlocked(true);
    };
    window.addEventListener("click", block, { capture: true });
    const unblock = blockPages(() => setWasBlocked(true));
    return () => {
      unblock();
      window.removeEventListener("click", block, { capture: true });
      setWasBlocked(false);
    };
  }, [isUnreachable]);
  return wasBlocked;
}

/** Whether a click follows a link to another page of the dashboard in this tab. */
function opensOtherPage(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download")) return false;
  if (!isPlainClick(event) || link.origin !== location.origin) return false;
  // Tabs that change only the URL need no request.
  return link.pathname !== location.pathname || (link.search !== location.search && !("inPlace" in link.dataset));
}
