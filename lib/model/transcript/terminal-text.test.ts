import { describe, expect, it } from "vitest";
import { plainText, terminalText } from "./terminal-text";

const esc = "\u001b";

describe("a carriage return in program output", () => {
  it.each([
    ["erases nothing at the end of a line", "one\r\r\ntwo\r\r\n", "one\ntwo\n"],
    ["erases nothing before a color", `${esc}[31mFAIL\r${esc}[0m\n`, "FAIL\n"],
    ["lets shorter text overwrite the start", "abcdef\rXY\n", "XYcdef\n"],
    ["lets a progress bar overwrite itself", "10%\r50%\r100%\r\ndone\r\n", "100%\ndone\n"],
    ["is followed by an erased line", `a long line\r${esc}[Kshort\n`, "short\n"],
    ["is followed by a cleared line", `a long line${esc}[2K\rshort\n`, "short\n"],
    ["keeps what was erased after the column", `abcdef\rab${esc}[K\n`, "ab\n"],
    ["ends an unfinished line", "50%\r", "50%"],
  ])("%s", (_name, output, shown) => {
    expect(plainText(output)).toBe(shown);
  });

  it("keeps the color of each character", () => {
    expect(terminalText(`${esc}[31mabc${esc}[0m\rX\n`)).toBe(`X${esc}[31mbc${esc}[0m\n`);
    expect(terminalText(`${esc}[32mgreen\nab\rX\n${esc}[0mplain`)).toBe(`${esc}[32mgreen\nXb\n${esc}[0mplain`);
  });

  it("takes time in proportion to the output", () => {
    const long = "x".repeat(200_000);
    const hostile = [`${esc}[2Kx`, `\r${esc}[K`, `${esc}[1mx\r`, "\rx"].map((each) => long + each.repeat(50_000));
    for (const output of hostile) expect(terminalText(output).length).toBeLessThan(2_000_000);
  });
});
