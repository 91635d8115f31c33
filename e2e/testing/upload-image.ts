import { expect, type Locator } from "@playwright/test";

/** A PNG of one pixel. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Attaches an image to a prompt by paste or drop. */
export async function attachImage(prompt: Locator, how: "paste" | "drop", fileName: string): Promise<void> {
  await prompt.evaluate(
    (field, image) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(image.bytes)], image.fileName, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        image.how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data }),
      );
    },
    { how, fileName, bytes: [...png] },
  );
  await expect(prompt.page().getByRole("list", { name: "Images" }).getByText(fileName)).toBeVisible();
}
