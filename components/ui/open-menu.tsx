"use client";

import { DropdownMenu } from "radix-ui";
import { type Context, type ReactElement, type ReactNode, useEffect, useRef } from "react";

const parts = {
  Item: DropdownMenu.Item,
  RadioGroup: DropdownMenu.RadioGroup,
  RadioItem: DropdownMenu.RadioItem,
  Separator: DropdownMenu.Separator,
  Label: DropdownMenu.Label,
};
export type MenuParts = typeof parts;

interface OpenMenuProps {
  trigger: ReactElement;
  align: "start" | "end";
  provide: Context<MenuParts | undefined>;
  /** Focus the first item, for keyboard users. Radix handles later openings. */
  focusFirst: boolean;
  children: ReactNode;
}

/** The loaded menu. Opens immediately. */
export default function OpenMenu({ trigger, align, provide: Provide, focusFirst, children }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focusFirst) return;
    const frame = requestAnimationFrame(() => {
      const first = content.current?.querySelector("[role^=menuitem]:not([data-disabled])");
      if (first instanceof HTMLElement) first.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [focusFirst]);
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          ref={content}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-44 rounded-md border bg-popover p-1 shadow-md"
        >
          <Provide value={parts}>{children}</Provide>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
