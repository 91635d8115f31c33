/** Files of more characters stay plain: colouring them would keep the workers from what is in sight. */
export const mostColoured = 1_000_000;
