const imagePattern = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i;

/** Whether a file is an image by its name. SVG isn't included: it is text. */
export const isImage = (path: string) => imagePattern.test(path);

/** Whether a file is an SVG by its name. It can contain scripts, so it may only be shown as the source of an `img`. */
export const isSvg = (path: string) => /\.svg$/i.test(path);
