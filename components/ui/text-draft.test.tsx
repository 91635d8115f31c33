import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useTextDraft } from "./text-draft";

describe("the draft of a follow-up", () => {
  it("is forgotten once it was sent, but not what was typed since", () => {
    const { result } = renderHook(() => useTextDraft("a"));
    act(() => result.current.write("first"));
    act(() => result.current.write("second"));
    act(() => result.current.forget("first"));
    expect(result.current.text).toBe("second");
    act(() => result.current.forget("second"));
    expect(result.current.text).toBe("");
  });

  it("outlives the component", () => {
    const { result, unmount } = renderHook(() => useTextDraft("b"));
    act(() => result.current.write("kept"));
    unmount();
    expect(renderHook(() => useTextDraft("b")).result.current.text).toBe("kept");
  });
});
