/** A node of the HTML tree that Markdown is turned into, as far as plugins read it. */
export interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  children?: HtmlNode[];
}

interface Tag {
  type: "tag";
  name: string;
  closes: boolean;
  source: string;
  properties: Record<string, string>;
}

/** Elements that Markdown can contain as HTML. */
const paired = new Set("a b code del details em i ins kbd s strong sub summary sup".split(" "));
const empty = new Set(["br", "hr", "img"]);
/** Tags that only arrange what they contain, which is shown without them. */
const layout = new Set(
  "center div font h1 h2 h3 h4 h5 h6 li ol p picture source span table tbody td th thead tr ul".split(" "),
);
const attributes = new Set(["alt", "href", "open", "src"]);

const markup = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)(\s[^<>]*|\/)?>/gi;
const attribute = /([a-z-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

function propertiesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(attribute)].map(([, name = "", ...values]): [string, string] => [
    name.toLowerCase(),
    values.find((value) => value !== undefined) ?? "",
  ]);
  return Object.fromEntries(found.filter(([name]) => attributes.has(name)));
}

/** Elements in each other; deeper ones remain as text. */
const maxDepth = 20;

/** Text and tags of an HTML part of Markdown, without its comments. */
function parse(html: string): (HtmlNode | Tag)[] {
  const parts: (HtmlNode | Tag)[] = [];
  let end = 0;
  const addText = (value: string) => {
    if (value !== "") parts.push({ type: "text", value });
  };
  for (const match of html.matchAll(markup)) {
    const [source, slash, writtenName = "", rest = ""] = match;
    const name = writtenName.toLowerCase();
    const isKnown = paired.has(name) || empty.has(name) || layout.has(name);
    if (name !== "" && !isKnown) continue;
    addText(html.slice(end, match.index));
    end = match.index + source.length;
    if (name === "") continue;
    if (!empty.has(name))
      parts.push({ type: "tag", name, closes: slash !== "", source, properties: propertiesOf(rest) });
    else parts.push({ type: "element", tagName: name, properties: propertiesOf(rest), children: [] });
  }
  addText(html.slice(end));
  return parts;
}

const isTag = (part: HtmlNode | Tag): part is Tag => part.type === "tag" && "source" in part;
const shown = (part: HtmlNode | Tag): HtmlNode => (isTag(part) ? { type: "text", value: part.source } : part);

/** Makes elements of tags that belong together. Others remain as text, except for layout around paragraphs. */
function nest(parts: readonly (HtmlNode | Tag)[], aroundParagraphs: boolean): HtmlNode[] {
  const nested: (HtmlNode | Tag)[] = [];
  const open: { name: string; at: number }[] = [];
  for (const part of parts) {
    if (!isTag(part) || !part.closes) {
      if (isTag(part) && open.length < maxDepth) open.push({ name: part.name, at: nested.length });
      nested.push(part);
      continue;
    }
    const start = open.findLastIndex(({ name }) => name === part.name);
    const at = open[start]?.at;
    const opening = at === undefined ? undefined : nested[at];
    if (at === undefined || !opening || !isTag(opening)) {
      nested.push(part);
      continue;
    }
    open.length = start;
    const children = nested.splice(at).slice(1).map(shown);
    if (layout.has(part.name)) nested.push(...children);
    else nested.push({ type: "element", tagName: part.name, properties: opening.properties, children });
  }
  return nested.filter((part) => !(aroundParagraphs && isTag(part) && layout.has(part.name))).map(shown);
}

function visit(node: HtmlNode): void {
  for (const child of node.children ?? []) visit(child);
  if (!node.children?.some(({ type }) => type === "raw")) return;
  const parts = node.children.flatMap((child): (HtmlNode | Tag)[] => {
    if (child.type !== "raw") return [child];
    const found = parse(child.value ?? "");
    const isText = node.type === "root" && found.length > 0 && found.every(({ type }) => type === "text");
    return isText ? [{ type: "element", tagName: "p", properties: {}, children: found.map(shown) }] : found;
  });
  node.children = nest(parts, node.type === "root");
}

/**
 * A rehype plugin for the HTML in Markdown: simple elements work, as on code hosts, and everything else in angle brackets is
 * shown as text. What it returns still has to be sanitized.
 */
export function htmlInMarkdown() {
  return (tree: HtmlNode): void => visit(tree);
}
