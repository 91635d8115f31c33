"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Bot, Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Dialog as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { agentRowsQuery } from "@/components/agents/agent-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";
import { usePaletteActions } from "./palette-actions";
import { groupStyles, type PaletteEntry, type PaletteGroup, PaletteGroups } from "./palette-groups";
import { resultValue, scoreEntry } from "./palette-rank";
import { type PaletteResult, usePaletteResults } from "./palette-results";
import { PaletteSearch } from "./palette-search";
import type { ScreenIcons } from "./screen-icons";
import { screens } from "./screens";

interface CommandPaletteProps {
  open: boolean;
  icons: ScreenIcons;
  canOperate: boolean;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
}

/** Finds screens, actions, recent agents, pull requests, repositories and preferences by name, and searches everything. */
export default function CommandPalette({ open, icons, canOperate, onOpenChange, onShortcuts }: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border bg-popover shadow-lg"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Commands
            icons={icons}
            canOperate={canOperate}
            onDone={() => onOpenChange(false)}
            onShortcuts={onShortcuts}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Opens a page, or an event of the agent's page that is already open. */
function useOpenPath(onDone: () => void): ComponentProps<typeof PaletteSearch>["onOpen"] {
  const router = useRouter();
  const url = useUrlState();
  return (path) => {
    onDone();
    const target = new URL(path, window.location.href);
    if (target.pathname !== window.location.pathname || target.hash === "") return router.push(path);
    url.set({ find: target.searchParams.get("find") ?? "", tab: "" }, { push: true, hash: target.hash });
  };
}

interface CommandsProps extends Pick<CommandPaletteProps, "icons" | "canOperate" | "onShortcuts"> {
  onDone: () => void;
}

function Commands({ icons, canOperate, onDone, onShortcuts }: CommandsProps) {
  const router = useRouter();
  const { setTheme } = useTheme();
  const { data } = useQuery(agentRowsQuery(callProxy));
  const agents = (data?.rows ?? []).filter(({ status }) => status !== "ARCHIVED").slice(0, 50);
  const { batches, pulls, repositories } = usePaletteResults();
  const actions = usePaletteActions(canOperate);
  const act = (run: () => void) => () => {
    onDone();
    run();
  };
  const open = useOpenPath(onDone);

  const found = (results: readonly PaletteResult[]): PaletteEntry[] =>
    results.map(({ id, text, label, icon: Icon, path }) => ({
      ...{ id, value: resultValue(`${text} ${id}`), label, icon: <Icon aria-hidden /> },
      onSelect: act(() => router.push(path)),
    }));
  const action = (label: string, icon: ReactNode, run: () => void): PaletteEntry => ({
    ...{ id: label, value: label, label, icon },
    onSelect: act(run),
  });
  const groups: PaletteGroup[] = [
    {
      heading: "Pages",
      entries: screens.map(({ name, path, keys }) => ({
        ...{ id: path, value: name, label: name, icon: icons[name], keys },
        onSelect: act(() => router.push(path)),
      })),
    },
    {
      heading: "Agents",
      entries: agents.map(({ id, name }) => ({
        ...{ id, value: resultValue(`${name} ${id}`), label: name, icon: <Bot aria-hidden /> },
        onSelect: act(() => router.push(paths.agent(id))),
      })),
    },
    { heading: "Batches", entries: found(batches), isHidden: true },
    { heading: "Pull requests", entries: found(pulls), isHidden: true },
    { heading: "Repositories", entries: found(repositories), isHidden: true },
    {
      heading: "Actions",
      entries: actions.map(({ label, icon: Icon, run }) => action(label, <Icon aria-hidden />, run)),
    },
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
    <Command label="Commands" loop filter={scoreEntry}>
      <Command.Input
        placeholder="Search pages, actions, agents, pull requests…"
        className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
      />
      <Command.List className="max-h-[50vh] overflow-auto p-1.5" label="Commands">
        <PaletteGroups groups={groups} />
        <PaletteSearch headingClass={groupStyles} onOpen={open} />
      </Command.List>
    </Command>
  );
}
