"use client";

import { useQuery } from "@tanstack/react-query";
import { Command, defaultFilter } from "cmdk";
import { Bot, Keyboard, Monitor, Moon, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { agentRowsQuery } from "@/components/agents/agent-rows";
import { Kbd } from "@/components/ui/kbd";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";
import type { ScreenIcons } from "./screen-icons";
import { screens } from "./screens";

/** Marks the values of agents. */
const agentPrefix = "agent\u0000";
/** Pages and preferences rank above agents that match equally well, because agents can have any name. */
const agentWeight = 0.5;

function score(value: string, search: string): number {
  if (!value.startsWith(agentPrefix)) return defaultFilter(value, search);
  return agentWeight * defaultFilter(value.slice(agentPrefix.length), search);
}

interface CommandPaletteProps {
  open: boolean;
  icons: ScreenIcons;
  onOpenChange: (open: boolean) => void;
  onShortcuts: () => void;
}

/** Finds screens, recent agents and preferences by name. */
export default function CommandPalette({ open, icons, onOpenChange, onShortcuts }: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border bg-popover shadow-lg"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Commands icons={icons} onDone={() => onOpenChange(false)} onShortcuts={onShortcuts} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface CommandsProps extends Pick<CommandPaletteProps, "icons" | "onShortcuts"> {
  onDone: () => void;
}

function Commands({ icons, onDone, onShortcuts }: CommandsProps) {
  const router = useRouter();
  const { setTheme } = useTheme();
  const { data } = useQuery(agentRowsQuery(callProxy));
  const agents = (data?.rows ?? []).filter(({ status }) => status !== "ARCHIVED").slice(0, 50);
  const act = (run: () => void) => () => {
    onDone();
    run();
  };

  return (
    <Command label="Commands" loop filter={score}>
      <Command.Input
        placeholder="Go to a page or an agent…"
        className="h-11 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
      />
      <Command.List className="max-h-[50vh] overflow-auto p-1.5" label="Commands">
        <Command.Empty className="px-3 py-6 text-center text-muted-foreground text-sm">No matches.</Command.Empty>
        <Group heading="Pages">
          {screens.map(({ name, path, keys }) => (
            <Entry key={path} value={name} keys={keys} onSelect={act(() => router.push(path))}>
              {icons[name]}
              {name}
            </Entry>
          ))}
        </Group>
        {agents.length > 0 ? (
          <Group heading="Agents">
            {agents.map(({ id, name }) => (
              <Entry key={id} value={`${agentPrefix}${name} ${id}`} onSelect={act(() => router.push(paths.agent(id)))}>
                <Bot aria-hidden />
                <span className="truncate">{name}</span>
              </Entry>
            ))}
          </Group>
        ) : null}
        <Group heading="Preferences">
          <Entry value="Light theme" onSelect={act(() => setTheme("light"))}>
            <Sun aria-hidden />
            Light theme
          </Entry>
          <Entry value="Dark theme" onSelect={act(() => setTheme("dark"))}>
            <Moon aria-hidden />
            Dark theme
          </Entry>
          <Entry value="System theme" onSelect={act(() => setTheme("system"))}>
            <Monitor aria-hidden />
            System theme
          </Entry>
          <Entry value="Keyboard shortcuts" keys={["?"]} onSelect={act(onShortcuts)}>
            <Keyboard aria-hidden />
            Keyboard shortcuts
          </Entry>
        </Group>
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface EntryProps {
  value: string;
  keys?: readonly string[];
  onSelect: () => void;
  children: ReactNode;
}

function Entry({ value, keys, onSelect, children }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-8 items-center justify-between gap-4 rounded px-2 text-sm data-[selected=true]:bg-accent"
    >
      <span className="flex min-w-0 items-center gap-2 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted-foreground">
        {children}
      </span>
      {keys ? (
        <span className="flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </Command.Item>
  );
}
