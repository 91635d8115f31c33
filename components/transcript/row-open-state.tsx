"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

/** Which rows are open. Kept outside the rows because virtual rows unmount when they scroll out of view. */
const RowOpenState = createContext<Map<string, boolean>>(new Map());

export function RowOpenStateProvider({ children }: { children: ReactNode }) {
  const [openByKey] = useState(() => new Map<string, boolean>());
  return <RowOpenState value={openByKey}>{children}</RowOpenState>;
}

export function useRowOpenState(
  key: string,
  fallback: boolean,
): readonly [open: boolean, setOpen: (open: boolean) => void] {
  const openByKey = useContext(RowOpenState);
  const [chosen, setChosen] = useState(openByKey.get(key));
  const choose = (open: boolean) => {
    openByKey.set(key, open);
    setChosen(open);
  };
  return [chosen ?? fallback, choose];
}
