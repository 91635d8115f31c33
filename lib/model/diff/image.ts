const pictures = /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i;

/** Whether a file is a picture by its name. Drawings in SVG are text, and can hold code: they are read as such. */
export const isPicture = (path: string) => pictures.test(path);
