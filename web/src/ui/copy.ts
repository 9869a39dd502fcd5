// SPDX-License-Identifier: MIT

/** Whether the text could be copied: browsers allow it on this machine and over https only. */
export function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return Promise.resolve(false);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Whether an address leads to the page on this machine alone. */
export const isOnlyHere = (hostname: string): boolean => /^(localhost|127\..*|\[::1\])$/.test(hostname);
