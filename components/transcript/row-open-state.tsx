"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

/** A virtual row is unmounted when it leaves the window: what was opened in it is remembered here. */
const RowOpenState = createContext<Map<string, boolean>>(new Map());

export function RowOpenStateProvider({ children }: { children: ReactNode }) {
  const [remembered] = useState(() => new Map<string, boolean>());
  return <RowOpenState value={remembered}>{children}</RowOpenState>;
}

export function useRowOpenState(key: string, fallback: boolean): readonly [open: boolean, setOpen: (open: boolean) => void] {
  const remembered = useContext(RowOpenState);
  const [chosen, setChosen] = useState(remembered.get(key));
  const choose = (open: boolean) => {
    remembered.set(key, open);
    setChosen(open);
  };
  return [chosen ?? fallback, choose];
}
