import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import MarkdownText from "./markdown";

afterEach(cleanup);

function shown(text: string): HTMLElement {
  const { container } = render(<MarkdownText text={text} />);
  return container;
}

describe("HTML in Markdown", () => {
  it.each([
    "Wrap it in <Suspense> and use Promise<void>, List<T>.",
    "<Suspense fallback={x}>",
    "Close </Suspense> and <b> and </i>, use a <div> or <p>.",
    "An <unknown-element attribute='x'>text</unknown-element>",
    '<script>alert("x")</script> and <style>p { color: red }</style>',
    "<iframe src='https://example.com'></iframe>",
  ])("is shown as text: %s", (text) => {
    const container = shown(text);
    expect(container.textContent.trim()).toBe(text);
    expect(container.querySelector("script, style, iframe, unknown-element, b, i")).toBeNull();
  });

  it("breaks lines, and formats", () => {
    const container = shown("line one<br>line two<br/>H<sub>2</sub>O, <kbd>Ctrl</kbd>, <b>**both**</b>");
    expect(container.querySelectorAll("br")).toHaveLength(2);
    expect(container.querySelector("sub")?.textContent).toBe("2");
    expect(container.querySelector("kbd")?.textContent).toBe("Ctrl");
    expect(container.querySelector("b strong")?.textContent).toBe("both");
    expect(container.textContent).not.toContain("<");
  });

  it("folds details with several paragraphs", () => {
    const container = shown("<details>\n<summary>Log</summary>\n\nfirst\n\nsecond\n\n</details>\n\nafter");
    const details = container.querySelector("details");
    expect(details?.querySelector("summary")?.textContent).toBe("Log");
    expect([...(details?.querySelectorAll("p") ?? [])].map((each) => each.textContent)).toEqual(["first", "second"]);
    expect(details?.textContent).not.toContain("after");
  });

  it("shows the contents of layout, and no comments", () => {
    const container = shown('<div align="center">\n\n# Title\n\n</div>\n\n<!-- note -->\n\n<p align="center">text</p>');
    expect(container.textContent.replaceAll("\n", "")).toBe("Titletext");
  });

  it("runs and loads nothing", () => {
    const container = shown(
      '<a href="javascript:alert(1)">a</a> <a href="https://example.com" onclick="x()">b</a> <img src="https://example.com/x.png" alt="c" onerror="x()">',
    );
    expect([...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      null,
      "https://example.com",
      "https://example.com/x.png",
    ]);
    expect(container.querySelector("img, [onclick], [onerror]")).toBeNull();
    expect(container.textContent).toContain("Image: c");
  });

  it("takes time in proportion to its length", () => {
    const deep = shown("<b>".repeat(1_400) + "</b>".repeat(1_400));
    expect(deep.querySelectorAll("b").length).toBeLessThanOrEqual(20);
    for (const part of ["<b>", "</b>", "<!--", "<a ", "<details>", "<b></i>"]) {
      const container = shown(part.repeat(Math.floor(9_900 / part.length)));
      expect(container.querySelectorAll("script")).toHaveLength(0);
    }
  });
});
