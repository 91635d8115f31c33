"use client";

import { FolderTree, List, Pilcrow, Search, TextWrap } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import type { DiffSettings } from "./use-diff-settings";

const layouts = [
  { value: "unified", label: "Unified" },
  { value: "split", label: "Split" },
] as const;

interface DiffToolbarProps {
  settings: DiffSettings;
  onSettings: (change: Partial<DiffSettings>) => void;
  listed: boolean;
  onListed: (listed: boolean) => void;
  onFind: () => void;
  onTree: () => void;
  /** Shown first. */
  children: ReactNode;
  /** Shown last. */
  actions: ReactNode;
}

/** Names of buttons that only have an icon where space is short. */
const label = "sr-only xl:not-sr-only";

export function DiffToolbar(props: DiffToolbarProps) {
  const { settings, onSettings, listed, onListed, onFind, onTree, children, actions } = props;
  const { layout, wrap, whitespace } = settings;
  return (
    <div className="flex flex-wrap items-center gap-1.5 text-sm">
      <Button size="small" className="md:hidden" onClick={onTree}>
        <FolderTree aria-hidden />
        Files
      </Button>
      {children}
      <span className="ml-auto hidden md:block">
        <Segmented
          label="Layout"
          value={layout}
          options={layouts}
          onChange={(value) => onSettings({ layout: value })}
        />
      </span>
      <span className="flex items-center gap-0.5 max-md:ml-auto">
        <Toggle
          on={wrap}
          icon={<TextWrap aria-hidden />}
          name="Wrap"
          className="hidden md:inline-flex"
          onToggle={() => onSettings({ wrap: !wrap })}
        />
        <Toggle
          on={whitespace === "hidden"}
          icon={<Pilcrow aria-hidden />}
          name="Hide whitespace"
          onToggle={() => onSettings({ whitespace: whitespace === "hidden" ? "shown" : "hidden" })}
        />
        <Toggle on={listed} icon={<List aria-hidden />} name="Screen-reader view" onToggle={() => onListed(!listed)} />
        <Button size="small" variant="ghost" title="Find" onClick={onFind}>
          <Search aria-hidden />
          <span className={label}>Find</span>
        </Button>
      </span>
      {actions}
    </div>
  );
}

interface ToggleProps {
  on: boolean;
  icon: ReactNode;
  name: string;
  className?: string;
  onToggle: () => void;
}

function Toggle({ on, icon, name, className, onToggle }: ToggleProps) {
  return (
    <Button
      size="small"
      variant={on ? "secondary" : "ghost"}
      aria-pressed={on}
      title={name}
      className={className}
      onClick={onToggle}
    >
      {icon}
      <span className={label}>{name}</span>
    </Button>
  );
}
