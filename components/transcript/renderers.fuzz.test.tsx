import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { fuzzSettings, hostileText } from "@/lib/core/testing/hostile";
import MarkdownText from "./markdown";
import { RowOpenStateProvider } from "./row-open-state";
import { TerminalOutput } from "./terminal-output";

const { seed, count } = fuzzSettings(40);
const slowMs = 5_000;

afterEach(cleanup);

const markup = fc.constantFrom(
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  '<svg onload="alert(1)"><script>1</script></svg>',
  '<svg><use href="data:image/svg+xml,<svg onload=alert(1)>"/></svg>',
  '<a href="javascript:alert(1)">x</a>',
  "[x](javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](  java\nscript:alert(1))",
  "![x](https://example.com/a.svg)",
  "<iframe srcdoc='<script>1</script>'></iframe>",
  "<style>*{background:url(//x)}</style>",
  "<math><mtext><table><mglyph><style><img src=x onerror=1>",
  "# ",
  "> ",
  "- ",
  "* * *\n",
  "```html\n",
  "~~~\n",
  "|a|b|\n|-|-|\n",
  "[^1]: ",
  "[a]: <b>\n",
  "&#x6a;avascript:",
  "`".repeat(50),
  "*".repeat(200),
  "[".repeat(200),
  "![](".repeat(100),
  "\n",
);
const escapes = fc.constantFrom(
  "\x1b[31m",
  "\x1b[0m",
  "\x1b[38;5;999m",
  "\x1b[38;2;1;2;3;4m",
  "\x1b[",
  "\x1b]8;;javascript:alert(1)\x07x\x1b]8;;\x07",
  "\x1b]0;title\x07",
  "\x1b[2J",
  "\x1b[999999999A",
  "\x1bP",
  "\x9b31m",
  "\r",
  "\b".repeat(100),
);
const documents = (part: fc.Arbitrary<string>) =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: part }, { weight: 1, arbitrary: hostileText }), { maxLength: 8 })
    .map((parts) => parts.join(""));

/** What must not be in rendered text: elements and attributes that run something or load from elsewhere. */
function dangersIn(container: HTMLElement): string[] {
  return [...container.querySelectorAll("*")].flatMap((element) => {
    const tag = element.tagName.toLowerCase();
    const attributes = [...element.attributes].filter(
      ({ name, value }) =>
        name.startsWith("on") ||
        name === "srcdoc" ||
        (["href", "src", "xlink:href", "action"].includes(name) && /^\s*(?:javascript|data|vbscript):/i.test(value)),
    );
    const loads = ["script", "iframe", "img", "object", "embed", "style", "link", "base", "form"].includes(tag);
    return [...(loads ? [tag] : []), ...attributes.map(({ name, value }) => `${tag} ${name}=${value}`)];
  });
}

function check(show: (text: string) => HTMLElement, parts: fc.Arbitrary<string>): void {
  let slowest = 0;
  fc.assert(
    fc.property(documents(parts), (text) => {
      const started = performance.now();
      const dangers = dangersIn(show(text));
      slowest = Math.max(slowest, performance.now() - started);
      cleanup();
      expect(dangers).toEqual([]);
    }),
    { seed, numRuns: count },
  );
  process.stdout.write(`fuzz renderer: ${count} inputs, seed ${seed}, slowest ${Math.round(slowest)} ms\n`);
  expect(slowest).toBeLessThan(slowMs);
}

it("renders hostile Markdown, HTML and SVG as text that runs and loads nothing", () => {
  const client = new QueryClient();
  const show = (text: string) =>
    render(
      <QueryClientProvider client={client}>
        <MarkdownText text={text} />
      </QueryClientProvider>,
    ).container;
  check(show, markup);
});

it("renders hostile terminal output as text that runs and loads nothing", () => {
  const show = (text: string) =>
    render(
      <RowOpenStateProvider>
        <TerminalOutput id="x" text={text} stream="stdout" />
      </RowOpenStateProvider>,
    ).container;
  check(show, fc.oneof(escapes, markup));
});
