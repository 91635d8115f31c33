"use client";

import { Check } from "lucide-react";
import {
  cloneElement,
  createContext,
  lazy,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useState,
} from "react";
import { retryImport } from "@/lib/client/retry-import";
import { classNames } from "./class-names";
import type { MenuParts } from "./open-menu";
import { hydrationProps, useHydrated } from "./use-hydrated";

/** Loaded when a menu is first opened. */
const OpenMenu = lazy(() => retryImport(() => import("./open-menu")));

/** The loaded components. Items are rendered only inside an open menu. */
const Parts = createContext<MenuParts | undefined>(undefined);

interface TriggerProps {
  onClick?: (event: MouseEvent) => void;
  disabled?: boolean | undefined;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}

interface MenuProps {
  /** The one element that opens the menu. */
  trigger: ReactElement<TriggerProps>;
  align?: "start" | "end";
  /** Opens at once: what showed the trigger until then was opened by it. */
  openedBy?: "keyboard" | "pointer" | undefined;
  children: ReactNode;
}

export function Menu({ trigger, align = "end", openedBy: opener, children }: MenuProps) {
  const [openedBy, setOpenedBy] = useState(opener);
  const waiting = hydrationProps(useHydrated(), trigger.props.disabled);
  const closed = cloneElement(trigger, {
    ...waiting,
    // Key presses trigger clicks with a count of 0.
    onClick: ({ detail }) => setOpenedBy(detail === 0 ? "keyboard" : "pointer"),
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
  if (!openedBy) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} align={align} provide={Parts} focusFirst={openedBy === "keyboard"}>
        {children}
      </OpenMenu>
    </Suspense>
  );
}

interface MenuItemProps {
  onSelect?: (event: Event) => void;
  disabled?: boolean;
  danger?: boolean;
  /** Render the only child as the item, for example a link. */
  asChild?: boolean;
  className?: string;
  children: ReactNode;
}

const itemClass =
  "flex items-center gap-2 rounded px-2 py-1.5 text-sm outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-accent [&_svg]:size-3.5";

export function MenuItem({ className, danger = false, ...props }: MenuItemProps) {
  const parts = use(Parts);
  if (!parts) return null;
  return <parts.Item className={classNames(itemClass, danger && "text-danger", className)} {...props} />;
}

interface MenuRadioGroupProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  children: ReactNode;
}

/** Items of which one is chosen. */
export function MenuRadioGroup({ label, value, onValue, children }: MenuRadioGroupProps) {
  const parts = use(Parts);
  if (!parts) return null;
  return (
    <parts.RadioGroup aria-label={label} value={value} onValueChange={onValue}>
      <MenuLabel>{label}</MenuLabel>
      {children}
    </parts.RadioGroup>
  );
}

export function MenuRadioItem({ value, children }: { value: string; children: ReactNode }) {
  const parts = use(Parts);
  if (!parts) return null;
  return (
    <parts.RadioItem value={value} className={classNames(itemClass, "group/radio")}>
      {children}
      <Check aria-hidden className="ml-auto hidden group-data-[state=checked]/radio:block" />
    </parts.RadioItem>
  );
}

export function MenuSeparator() {
  const parts = use(Parts);
  return parts ? <parts.Separator className="my-1 h-px bg-border" /> : null;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = use(Parts);
  return parts ? <parts.Label className="px-2 py-1 text-muted-foreground text-xs">{children}</parts.Label> : null;
}
