"use client";

import { Command } from "cmdk";
import { Keyboard, Monitor, Moon, Settings, Sun } from "lucide-react";
import type { Route } from "next";
import { useTheme } from "next-themes";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { usePageRouter } from "@/components/ui/use-page-router";
import { useUrlState } from "@/components/ui/use-url-state";
import type { Role } from "@/lib/contract/operation";
import { usePaletteActions } from "./palette-actions";
import { groupStyles, type PaletteEntry, type PaletteGroup, PaletteGroups } from "./palette-groups";
import { palettePages } from "./palette-pages";
import { usePaletteResults } from "./palette-results";
import { PaletteSearch } from "./palette-search";
import type { ScreenIcons } from "./screen-icons";
import { screens } from "./screens";
import { usePaletteSelection } from "./use-palette-selection";

interface CommandPaletteProps {
  open: boolean;
  icons: ScreenIcons;
  role: Role;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
}

/** Finds pages, actions, preferences and everything with a name, and searches everything. */
export default function CommandPalette({ open, icons, role, onOpenChange, onShortcuts }: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border bg-popover shadow-lg"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Commands icons={icons} role={role} onDone={() => onOpenChange(false)} onShortcuts={onShortcuts} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Opens a page, or an event of the agent's page that is already open. */
function useOpenPath(onDone: () => void): ComponentProps<typeof PaletteSearch>["onOpen"] {
  const router = usePageRouter();
  const url = useUrlState();
  return (path) => {
    onDone();
    const target = new URL(path, window.location.href);
    if (target.pathname !== window.location.pathname || target.hash === "") return router.push(path);
    url.set({ find: target.searchParams.get("find") ?? "", tab: "" }, { push: true, hash: target.hash });
  };
}

interface CommandsProps extends Pick<CommandPaletteProps, "icons" | "role" | "onShortcuts"> {
  onDone: () => void;
}

function Commands({ icons, role, onDone, onShortcuts }: CommandsProps) {
  const router = usePageRouter();
  const { setTheme } = useTheme();
  const results = usePaletteResults();
  const actions = usePaletteActions(role);
  const act = (run: () => void) => () => {
    onDone();
    run();
  };
  const open = useOpenPath(onDone);
  const selection = usePaletteSelection();

  const page = (
    title: string,
    path: Route,
    rest: Pick<PaletteEntry, "icon"> & Partial<PaletteEntry>,
  ): PaletteEntry => ({
    id: path,
    title,
    ...rest,
    onSelect: act(() => router.push(path)),
  });
  const action = (label: string, icon: ReactNode, run: () => void): PaletteEntry => ({
    id: label,
    title: label,
    icon,
    onSelect: act(run),
  });
  const ofPage: PaletteGroup = {
    heading: "Actions",
    entries: actions.map(({ label, icon: Icon, run }) => action(label, <Icon aria-hidden />, run)),
  };
  // Without something open, the only action is to copy the link.
  const isOpen = actions.length > 1;
  const groups: PaletteGroup[] = [
    ...(isOpen ? [ofPage] : []),
    {
      heading: "Pages",
      entries: screens.map(({ name, path, keys }) => page(name, path, { icon: icons[name], keys })),
    },
    {
      heading: "Settings",
      isHidden: true,
      entries: palettePages(role).map(({ title, path, ...rest }) =>
        page(title, path, { icon: <Settings aria-hidden />, ...rest }),
      ),
    },
    ...results.map(({ heading, isHidden, results: found }) => ({
      heading,
      isHidden,
      entries: found.map(({ path, icon: Icon, ...entry }) => ({
        ...entry,
        icon: <Icon aria-hidden />,
        onSelect: act(() => router.push(path)),
      })),
    })),
    ...(isOpen ? [] : [ofPage]),
    {
      heading: "Preferences",
      entries: [
        action("Light theme", <Sun aria-hidden />, () => setTheme("light")),
        action("Dark theme", <Moon aria-hidden />, () => setTheme("dark")),
        action("System theme", <Monitor aria-hidden />, () => setTheme("system")),
        { ...action("Keyboard shortcuts", <Keyboard aria-hidden />, onShortcuts), keys: ["?"] },
      ],
    },
  ];

  return (
    <Command label="Commands" loop shouldFilter={false} {...selection.command}>
      <Command.Input
        {...selection.input}
        placeholder="Search pages, actions, agents, pull requests…"
        className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
      />
      <Command.List {...selection.list} className="max-h-[50vh] overflow-auto p-1.5" label="Commands">
        <PaletteGroups groups={groups} />
        <PaletteSearch headingClass={groupStyles} onOpen={open} />
      </Command.List>
    </Command>
  );
}
