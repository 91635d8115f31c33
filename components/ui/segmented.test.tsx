import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { Segmented } from "./segmented";

afterEach(cleanup);

const options = [
  { value: "agent", label: "Agent" },
  { value: "plan", label: "Plan" },
  { value: "ask", label: "Ask" },
] as const;

function Mode() {
  const [value, setValue] = useState<(typeof options)[number]["value"]>("agent");
  return <Segmented label="Mode" value={value} options={options} onChange={setValue} />;
}

describe("a segmented control", () => {
  it("selects by click and arrow keys, and has one tab stop", async () => {
    render(<Mode />);
    const radio = (name: string) => screen.getByRole("radio", { name });
    await userEvent.click(radio("Plan"));
    expect(radio("Plan").getAttribute("aria-checked")).toBe("true");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(radio("Agent").getAttribute("aria-checked")).toBe("true");
    expect(document.activeElement).toBe(radio("Agent"));
    await userEvent.keyboard("{ArrowLeft}");
    expect(radio("Ask").getAttribute("aria-checked")).toBe("true");
    expect(screen.getAllByRole("radio").map((each) => each.getAttribute("tabindex"))).toEqual(["-1", "-1", "0"]);
  });
});
