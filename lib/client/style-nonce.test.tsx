import { expect, it } from "vitest";
import { addNonceToStyles } from "./style-nonce";

it("gives style elements that scripts create the page's nonce, and no others", () => {
  const page = document.implementation.createHTMLDocument();
  const script = page.head.appendChild(page.createElement("script"));
  script.setAttribute("nonce", "n0nce");
  Object.defineProperty(script, "nonce", { value: "n0nce" });
  addNonceToStyles(page);
  expect(page.createElement("style").outerHTML).toBe('<style nonce="n0nce"></style>');
  expect(page.createElement("div").outerHTML).toBe("<div></div>");
  page.body.innerHTML = "<style></style>";
  expect(page.body.innerHTML).toBe("<style></style>");
});

it("changes nothing on a page without a nonce", () => {
  const page = document.implementation.createHTMLDocument();
  addNonceToStyles(page);
  expect(page.createElement("style").outerHTML).toBe("<style></style>");
});
