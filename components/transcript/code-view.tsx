"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { CollapsibleLines } from "./collapsible-lines";
import { highlight } from "./highlight";
import { findLanguage } from "./languages";

const maxHighlightedLength = 60_000;

declare module "react" {
  interface CSSProperties {
    "--token-light"?: string | undefined;
    "--token-dark"?: string | undefined;
  }
}

interface HighlightedProps {
  lines: readonly string[];
  /** A file's name or a fence's language. */
  name: string;
}

/** Syntax-highlighted code. Plain text until the grammar loads, or if the language is unknown. */
export function Highlighted({ lines, name }: HighlightedProps) {
  const code = lines.join("\n");
  const language = findLanguage(name);
  const { data } = useQuery({
    queryKey: ["highlight", language, code],
    queryFn: () => (language ? highlight(code, language) : []),
    enabled: language !== undefined && code.length <= maxHighlightedLength,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
  if (!data?.length) return <code>{code}</code>;
  return (
    <code>
      {data.map((line, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
        <span key={number}>
          {line.map((token, at) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens are never reordered
              key={at}
              className="text-(--token-light) dark:text-(--token-dark)"
              style={{ "--token-light": token.light, "--token-dark": token.dark }}
            >
              {token.text}
            </span>
          ))}
          {number < data.length - 1 ? "\n" : ""}
        </span>
      ))}
    </code>
  );
}

/** The text of a file. */
export function CodeView({ id, path, content }: { id: string; path: string; content: string }) {
  const lines = useMemo(() => content.replace(/\n$/, "").split("\n"), [content]);
  return (
    <div className="border-t">
      <CollapsibleLines id={id} lines={lines} max={20} keep="start" what={`text of ${path || "the file"}`}>
        {(shown) => (
          <pre className="px-3 py-2 font-mono text-xs leading-[18px]">
            <Highlighted lines={shown} name={path} />
          </pre>
        )}
      </CollapsibleLines>
    </div>
  );
}
