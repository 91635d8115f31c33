import { expect, type Locator } from "@playwright/test";

/** A picture of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Gives a prompt a picture as the clipboard or a drag does. */
export async function attachImage(prompt: Locator, how: "paste" | "drop", fileName: string): Promise<void> {
  await prompt.evaluate(
    (field, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.bytes)], given.fileName, { type: "image/png" }));
      const way = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        given.how === "paste"
          ? new ClipboardEvent("paste", { ...way, clipboardData: data })
          : new DragEvent("drop", { ...way, dataTransfer: data }),
      );
    },
    { how, fileName, bytes: [...png] },
  );
  await expect(prompt.page().getByRole("list", { name: "Images" }).getByText(fileName)).toBeVisible();
}
