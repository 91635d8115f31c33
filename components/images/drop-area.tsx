"use client";

import { type ReactNode, useState } from "react";
import { classNames } from "@/components/ui/class-names";

interface DropAreaProps {
  className?: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Accepts pasted and dropped files, in addition to the file picker. */
export function DropArea({ className, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false);
  const handleTransfer = (event: { preventDefault: () => void }, { files }: DataTransfer) => {
    setOver(false);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles([...files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={classNames("rounded-md", className, over && "outline-2 outline-primary outline-offset-4")}
      onPaste={(event) => handleTransfer(event, event.clipboardData)}
      onDrop={(event) => handleTransfer(event, event.dataTransfer)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      {children}
    </div>
  );
}
