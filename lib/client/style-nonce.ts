/**
 * Adds the page's nonce to style elements that scripts create, because several libraries have no option for it. Style
 * elements in parsed markup, such as injected HTML, don't get it, so the content security policy blocks them.
 */
export function addNonceToStyles(document: Document): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (!nonce) return;
  document.createElement = new Proxy(document.createElement, {
    apply(createElement, self, args) {
      const element: unknown = Reflect.apply(createElement, self, args);
      if (element instanceof HTMLStyleElement) element.setAttribute("nonce", nonce);
      return element;
    },
  });
}
