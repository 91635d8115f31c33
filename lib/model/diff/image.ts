const imagePattern = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i;

/** Whether a file is an image by its name. SVG isn't included: it is text and can contain scripts. */
export const isImage = (path: string) => imagePattern.test(path);
