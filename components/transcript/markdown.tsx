"use client";

import { type ComponentProps, isValidElement, memo, type ReactNode, use, useMemo, useState } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { markdownBlocks } from "@/lib/model/transcript/markdown-blocks";
import { Highlighted } from "./code-view";
import { htmlInMarkdown } from "./html-in-markdown";
import { linkReferences } from "./link-references";
import { MarkdownLinks, MarkdownReferences } from "./markdown-links";
import "./markdown.css";

function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(textOf).join("");
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : "";
}

function Fence({ children }: ComponentProps<"pre">) {
  const code = textOf(children).replace(/\n$/, "");
  const className = isValidElement<{ className?: string }>(children) ? children.props.className : undefined;
  const language = /language-([\w+#.-]+)/.exec(className ?? "")?.[1] ?? "";
  return (
    <div className="relative rounded-md border bg-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse */}
      <pre tabIndex={0} className="overflow-auto py-2 pr-10 pl-3 font-mono text-xs leading-[18px]">
        <Highlighted lines={code.split("\n")} name={language} />
      </pre>
      <div className="absolute top-0 right-0 rounded-md bg-code p-1">
        <CopyButton text={code} what="code" />
      </div>
    </div>
  );
}

function DocumentLink({ href, children }: ComponentProps<"a">) {
  const repository = use(MarkdownReferences);
  // References to pull requests and commits open in the same tab.
  const isReference = repository !== undefined && /^\/(?:pulls|repositories)\//.test(href ?? "");
  const resolved = isReference ? href : use(MarkdownLinks)(href ?? "");
  return resolved === undefined ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <a href={resolved}>{children}</a>
  );
}

const components: Components = {
  a: DocumentLink,
  // Loading remote images would disclose readers to other servers.
  img: ({ src, alt }) => (
    <DocumentLink href={typeof src === "string" ? src : undefined}>Image: {alt || "no description"}</DocumentLink>
  ),
  pre: Fence,
  // Headings of a text rank below the page's title.
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
};

const remarkPlugins = [remarkGfm];
const rehypePlugins = [htmlInMarkdown, rehypeSanitize];

/** Longer blocks, such as a line of 100,000 characters, aren't parsed and are truncated. */
const maxParsedLength = 10_000;
const maxFenceLength = 60_000;
/** Quotes and lists nested this deep take seconds to parse. */
const deeplyNested = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){40}/m;

function isParsed(text: string): boolean {
  if (text.length > maxParsedLength) return /^ {0,3}(?:```|~~~)/.test(text) && text.length <= maxFenceLength;
  return !deeplyNested.test(text);
}
const maxShownLength = 4_000;

function LongBlock({ text }: { text: string }) {
  const [all, setAll] = useState(false);
  return (
    <div>
      <p className="max-h-120 overflow-auto whitespace-pre-wrap">
        {all || text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`}
      </p>
      <Button size="small" variant="ghost" onClick={() => setAll(!all)}>
        {all ? "Show less" : `Show all ${text.length.toLocaleString("en")} characters`}
      </Button>
    </div>
  );
}

const Block = memo(function Block({ text }: { text: string }) {
  const repository = use(MarkdownReferences);
  const plugins = useMemo(
    () => (repository ? [...rehypePlugins, () => linkReferences(repository)] : rehypePlugins),
    [repository],
  );
  if (!isParsed(text)) return <LongBlock text={text} />;
  return (
    <Markdown remarkPlugins={remarkPlugins} rehypePlugins={plugins} components={components}>
      {text}
    </Markdown>
  );
});

/** Sanitized Markdown. While the text grows, only its last block is parsed again. */
export default function MarkdownText({ text }: { text: string }) {
  const blocks = useMemo(() => markdownBlocks(text), [text]);
  return (
    <div className="prose-markdown">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
        <Block key={index} text={block} />
      ))}
    </div>
  );
}
