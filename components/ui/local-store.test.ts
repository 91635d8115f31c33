// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { arrayCodec, jsonCodec } from "./json-codec";
import { localStore } from "./local-store";
import { plainText, useLocalStore } from "./use-local-store";

describe("the draft of a follow-up", () => {
  it("is removed after sending, unless it was changed since", () => {
    const { result } = renderHook(() => useLocalStore("a", plainText));
    act(() => result.current.write("first"));
    act(() => result.current.write("second"));
    act(() => result.current.forget("first"));
    expect(result.current.value).toBe("second");
    act(() => result.current.forget("second"));
    expect(result.current.value).toBe("");
  });

  it("persists after unmount", () => {
    const { result, unmount } = renderHook(() => useLocalStore("b", plainText));
    act(() => result.current.write("kept"));
    unmount();
    expect(renderHook(() => useLocalStore("b", plainText)).result.current.value).toBe("kept");
  });
});

describe("a stored value", () => {
  const isText = (json: unknown) => typeof json === "string";

  it("is the empty value if the stored text is invalid", () => {
    const codec = jsonCodec((json) => (isText(json) ? String(json) : undefined), "nothing");
    expect(codec.parse(codec.format("text"))).toBe("text");
    expect([codec.parse(""), codec.parse("{"), codec.parse("3")]).toEqual(["nothing", "nothing", "nothing"]);
  });

  it("drops invalid items of an array", () => {
    const codec = arrayCodec((json): json is string => isText(json));
    expect(codec.parse('["a", 3, "b"]')).toEqual(["a", "b"]);
  });

  it("removes the entry when it is empty", () => {
    const store = localStore(
      "list",
      arrayCodec((json): json is string => isText(json)),
    );
    store.write(["a"]);
    expect(localStorage.getItem(store.key)).toBe('["a"]');
    store.write([]);
    expect(localStorage.getItem(store.key)).toBeNull();
  });

  it("keeps the old value when storage is full", () => {
    const store = localStore("full", plainText);
    store.write("first");
    vi.spyOn(localStorage, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(store.write("second")).toBe(false);
    vi.restoreAllMocks();
    expect(store.read()).toBe("first");
  });
});
