"use client";

import { ChevronsUpDown } from "lucide-react";
import { cloneElement, lazy, type ReactNode, Suspense, useState } from "react";
import { retryImport } from "@/lib/client/retry-import";
import { classNames } from "./class-names";
import type { ControlProps } from "./field";
import { fieldStyles } from "./input";
import type { OpenComboboxProps } from "./open-combobox";
import { hydrationProps, useHydrated } from "./use-hydrated";

/** Loaded when a combobox is first opened. */
const OpenCombobox = lazy(() => retryImport(() => import("./open-combobox")));

interface ComboboxProps extends Omit<OpenComboboxProps, "trigger"> {
  control: ControlProps;
  placeholder: string;
  /** Makes the control as wide as its value, with this icon in front. */
  icon?: ReactNode;
}

/** A select with a text filter. */
export function Combobox({ control, placeholder, icon, ...list }: ComboboxProps) {
  const [opened, setOpened] = useState(false);
  const { value, options } = list;
  const waiting = hydrationProps(useHydrated(), undefined);
  const trigger = (
    <button
      type="button"
      {...control}
      {...waiting}
      className={classNames(
        fieldStyles,
        "flex h-8 items-center justify-between gap-2 text-left",
        icon && "w-auto max-w-full gap-1.5 px-2 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-muted-foreground",
      )}
    >
      {icon}
      <span className={classNames("truncate", !value && "text-muted-foreground")}>
        {options.find((option) => option.value === value)?.label ?? (value || placeholder)}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
    </button>
  );
  const closed = cloneElement(trigger, {
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": false,
    onClick: () => setOpened(true),
  });
  if (!opened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenCombobox trigger={trigger} {...list} />
    </Suspense>
  );
}
