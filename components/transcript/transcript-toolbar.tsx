"use client";

import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChartGantt,
  ChevronDown,
  ChevronUp,
  CircleX,
  Clipboard,
  Download,
  EllipsisVertical,
  ListTree,
} from "lucide-react";
import { type KeyboardEvent, type Ref, useId } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
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
  if (matches.length === 0) return "No results";
  return at < 0 ? `${matches.length}` : `${at + 1} of ${matches.length}`;
}

/** Find, filter, navigation, and actions for the whole transcript. */
export function TranscriptToolbar(props: TranscriptToolbarProps) {
  const { find, field, failedOnly, onFailedOnly, onPrompt, actions } = props;
  return (
    <div role="toolbar" aria-label="Transcript tools" className="flex items-center gap-1 border-b px-4 py-1.5">
      <FindField find={find} field={field} />
      <span aria-hidden className="mx-1 h-4 w-px bg-border" />
      <Button
        variant="quiet"
        size="small"
        aria-pressed={failedOnly}
        onClick={() => onFailedOnly(!failedOnly)}
        className={classNames(failedOnly && "bg-accent text-foreground")}
      >
        <CircleX aria-hidden />
        <span className="sr-only sm:not-sr-only">Failed only</span>
      </Button>
      <Button variant="quiet" size="smallIcon" aria-label="Previous prompt" onClick={() => onPrompt(-1)}>
        <ArrowUpToLine aria-hidden />
      </Button>
      <Button variant="quiet" size="smallIcon" aria-label="Next prompt" onClick={() => onPrompt(1)}>
        <ArrowDownToLine aria-hidden />
      </Button>
      <span className="hidden flex-1 sm:block" />
      <ActionsMenu {...actions} />
    </div>
  );
}

function FindField({ find, field }: Pick<TranscriptToolbarProps, "find" | "field">) {
  const count = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") {
      event.preventDefault();
      find.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      find.setText("");
      event.currentTarget.blur();
    }
  };
  return (
    <>
      <div className="relative min-w-0 max-w-64 flex-1">
        <Input
          ref={field}
          type="search"
          aria-label="Find in transcript"
          aria-describedby={count}
          placeholder="Find in transcript"
          value={find.text}
          onChange={(event) => find.setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={classNames("h-7 text-xs", find.text && "pr-16")}
        />
        <output id={count} className="absolute inset-y-0 right-2 flex items-center text-muted-foreground text-xs">
          {countLabel(find)}
        </output>
      </div>
      <Button variant="quiet" size="smallIcon" aria-label="Previous match" onClick={() => find.step(-1)}>
        <ChevronUp aria-hidden />
      </Button>
      <Button variant="quiet" size="smallIcon" aria-label="Next match" onClick={() => find.step(1)}>
        <ChevronDown aria-hidden />
      </Button>
    </>
  );
}

function ActionsMenu(actions: TranscriptActions) {
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="smallIcon" aria-label="Transcript actions">
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
