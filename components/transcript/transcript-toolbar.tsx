"use client";

import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChartGantt,
  CircleX,
  Clipboard,
  Download,
  EllipsisVertical,
  ListTree,
} from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { FindField } from "@/components/ui/find-field";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Find } from "./use-find";

interface TranscriptActions {
  copy: () => void;
  downloadMarkdown: () => void;
  downloadEvents: () => void;
  showEvents: () => void;
  showWaterfall: () => void;
}

interface TranscriptToolbarProps {
  find: Find;
  field: Ref<HTMLInputElement>;
  failedOnly: boolean;
  onFailedOnly: (only: boolean) => void;
  onPrompt: (by: 1 | -1) => void;
  actions: TranscriptActions;
}

function countLabel({ text, matches, at }: Find): string {
  if (text.trim() === "") return "";
  if (matches.length === 0) return "No matches";
  return at < 0 ? `${matches.length}` : `${at + 1} of ${matches.length}`;
}

/** Find, filter, navigation, and actions for the whole transcript. */
export function TranscriptToolbar(props: TranscriptToolbarProps) {
  const { find, field, failedOnly, onFailedOnly, onPrompt, actions } = props;
  return (
    <div role="toolbar" aria-label="Transcript tools" className="flex items-center gap-1 border-b px-4 py-1.5">
      <FindField
        label="Find in transcript"
        inputRef={field}
        text={find.text}
        onText={find.setText}
        count={countLabel(find)}
        onStep={find.step}
        onEscape={(input) => {
          find.setText("");
          input.blur();
        }}
      />
      <span aria-hidden className="mx-1 h-4 w-px bg-border" />
      <Button
        variant="ghost"
        size="small"
        aria-pressed={failedOnly}
        onClick={() => onFailedOnly(!failedOnly)}
        className={classNames(failedOnly && "bg-accent text-foreground")}
      >
        <CircleX aria-hidden />
        <span className="sr-only sm:not-sr-only">Failed only</span>
      </Button>
      <Button variant="ghost" size="smallIcon" aria-label="Previous prompt" onClick={() => onPrompt(-1)}>
        <ArrowUpToLine aria-hidden />
      </Button>
      <Button variant="ghost" size="smallIcon" aria-label="Next prompt" onClick={() => onPrompt(1)}>
        <ArrowDownToLine aria-hidden />
      </Button>
      <span className="hidden flex-1 sm:block" />
      <ActionsMenu {...actions} />
    </div>
  );
}

function ActionsMenu(actions: TranscriptActions) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="smallIcon" aria-label="Transcript actions">
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={actions.showWaterfall}>
        <ChartGantt aria-hidden />
        Tool call waterfall
      </MenuItem>
      <MenuItem onSelect={actions.showEvents}>
        <ListTree aria-hidden />
        Raw events
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={actions.copy}>
        <Clipboard aria-hidden />
        Copy as Markdown
      </MenuItem>
      <MenuItem onSelect={actions.downloadMarkdown}>
        <Download aria-hidden />
        Download as Markdown
      </MenuItem>
      <MenuItem onSelect={actions.downloadEvents}>
        <Download aria-hidden />
        Download events as JSONL
      </MenuItem>
    </Menu>
  );
}
