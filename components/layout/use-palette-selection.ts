import { useEffect, useRef, useState } from "react";

/** Selects the first entry, also when better matches are loaded later, until the user selects another one. */
export function usePaletteSelection() {
  const list = useRef<HTMLDivElement>(null);
  const isChosen = useRef(false);
  const [value, setValue] = useState("");
  useEffect(() => {
    if (isChosen.current) return;
    const first = list.current?.querySelector<HTMLElement>("[cmdk-item]")?.dataset.value;
    if (first !== undefined) setValue(first);
  });
  const choose = () => {
    isChosen.current = true;
  };
  return {
    command: { value, onValueChange: setValue },
    input: {
      onValueChange: () => {
        isChosen.current = false;
      },
      onKeyDown: ({ key, ctrlKey }: { key: string; ctrlKey: boolean }) => {
        if (ctrlKey || ["ArrowDown", "ArrowUp", "Home", "End"].includes(key)) choose();
      },
    },
    list: { ref: list, onPointerMove: choose },
  };
}
