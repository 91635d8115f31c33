"use client";

import { Menu as MenuIcon, Search } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { type Binding, createSequences, isTyping, shortcutsOn } from "@/components/ui/shortcuts";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useWindowKey } from "@/components/ui/use-window-key";
import { Navigation } from "./navigation";
import type { ScreenIcons } from "./screen-icons";
import { screens } from "./screens";
import { type SignedInUser, UserMenu } from "./user-menu";

/** Loaded on demand. */
const CommandPalette = lazyPart(() => import("./command-palette"));
const ShortcutSheet = lazyPart(() => import("./shortcut-sheet"));
const ConnectionStatus = lazyPart(() => import("./connection-status"));
const UnreadCount = lazyPart(() => import("@/components/notifications/unread-count"));
const RunNotifier = lazyPart(() => import("@/components/notifications/run-notifier"));

interface ConsoleShellProps {
  user: SignedInUser;
  icons: ScreenIcons;
  children: ReactNode;
}

/** The layout of every signed-in page: navigation, command palette and shortcuts. */
export function ConsoleShell({ user, icons, children }: ConsoleShellProps) {
  const router = usePageRouter();
  const [open, setOpen] = useState<"palette" | "sheet" | "navigation" | undefined>();
  const close = (isOpen: boolean) => setOpen(isOpen ? open : undefined);
  const openPalette = useCallback(() => setOpen("palette"), []);
  const bindings = useMemo(
    () => [
      ...screens.map(({ keys, path }) => ({ keys, run: () => router.push(path) })),
      { keys: ["?"], run: () => setOpen("sheet") },
    ],
    [router],
  );
  useConsoleKeys(bindings, openPalette);
  const [settled, setSettled] = useState(false);
  // Not needed for the first paint.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 2_000);
    return () => clearTimeout(timer);
  }, []);
  const userMenu = <UserMenu user={user} onShortcuts={() => setOpen("sheet")} />;

  const unread = settled ? <UnreadCount /> : null;

  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-popover focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <header className="flex h-12 items-center justify-between border-b px-3 md:hidden">
        <Button variant="ghost" size="icon" aria-label="Navigation" onClick={() => setOpen("navigation")}>
          <MenuIcon aria-hidden />
        </Button>
        <span className="font-semibold text-sm">Slipway</span>
        <Button variant="ghost" size="icon" aria-label="Search and commands" onClick={openPalette}>
          <Search aria-hidden />
        </Button>
      </header>
      <header className="sticky top-0 hidden h-dvh w-52 shrink-0 flex-col gap-3 border-r bg-muted/50 p-3 md:flex">
        <div className="px-2 pt-1 font-semibold text-base">Slipway</div>
        <button
          type="button"
          onClick={openPalette}
          className="flex h-8 items-center gap-2 rounded-md border bg-background px-2 text-muted-foreground text-sm hover:text-foreground"
        >
          <Search aria-hidden className="size-3.5" />
          <span className="flex-1 text-left">Search</span>
          <Kbd>Ctrl K</Kbd>
        </button>
        <Navigation icons={icons} unread={unread} />
        <div className="mt-auto">{userMenu}</div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        {settled ? <ConnectionStatus /> : null}
        {children}
      </main>
      <Dialog open={open === "navigation"} onOpenChange={close} title="Navigation">
        <Navigation icons={icons} unread={unread} onNavigate={() => setOpen(undefined)} />
        <div className="border-t pt-3">{userMenu}</div>
      </Dialog>
      {settled ? <RunNotifier /> : null}
      {open === "palette" ? (
        <CommandPalette open icons={icons} role={user.role} onOpenChange={close} onShortcuts={() => setOpen("sheet")} />
      ) : null}
      {open === "sheet" ? <ShortcutSheet open onOpenChange={close} /> : null}
    </div>
  );
}

/** Handles the console's shortcuts. `onPalette` is called for Ctrl+K or Cmd+K, even while the user types. */
function useConsoleKeys(bindings: readonly Binding[], onPalette: () => void): void {
  const feed = useMemo(() => createSequences(bindings), [bindings]);
  useWindowKey((event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      onPalette();
    } else if (!isTyping(event) && shortcutsOn() && feed(event.key, event.timeStamp)) {
      event.preventDefault();
    }
  });
}
