"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { shortcutsSetting } from "@/components/ui/shortcuts";
import { useLocalStore } from "@/components/ui/use-local-store";
import { shortcutSheet } from "./shortcut-list";

interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const { value: on, write } = useLocalStore("shortcuts", shortcutsSetting);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      {shortcutSheet.map(({ group, entries }) => (
        <section key={group} className="space-y-1">
          <h3 className="font-medium text-muted-foreground text-xs">{group}</h3>
          <dl>
            {entries.map(({ keys, what }) => (
              <div key={what} className="flex items-center justify-between gap-4 py-1 text-sm">
                <dt>{what}</dt>
                <dd className="flex gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox label="Single-key shortcuts" hint="Ctrl K and Ctrl Enter always work." checked={on} onChange={write} />
    </Dialog>
  );
}
