import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded border bg-muted px-1 font-mono text-muted-foreground text-xs">
      {children}
    </kbd>
  );
}
