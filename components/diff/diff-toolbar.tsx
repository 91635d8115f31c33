"use client";

import { List, Search, Settings2, TextWrap } from "lucide-react";
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
  children: ReactNode;
}

export function DiffToolbar({ settings, onSettings, listed, onListed, onFind, onTree, children }: DiffToolbarProps) {
  const { layout, wrap, whitespace } = settings;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <Button className="md:hidden" onClick={onTree}>
        <Settings2 aria-hidden />
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
      <Button aria-pressed={wrap} variant={wrap ? "secondary" : "ghost"} onClick={() => onSettings({ wrap: !wrap })}>
        <TextWrap aria-hidden />
        Wrap
      </Button>
      <Button
        aria-pressed={whitespace === "hidden"}
        variant={whitespace === "hidden" ? "secondary" : "ghost"}
        onClick={() => onSettings({ whitespace: whitespace === "hidden" ? "shown" : "hidden" })}
      >
        Hide whitespace
      </Button>
      <Button aria-pressed={listed} variant={listed ? "secondary" : "ghost"} onClick={() => onListed(!listed)}>
        <List aria-hidden />
        Plain list
      </Button>
      <Button variant="ghost" onClick={onFind}>
        <Search aria-hidden />
        Find
      </Button>
    </div>
  );
}
