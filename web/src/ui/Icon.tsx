// SPDX-License-Identifier: MIT
import './icon.css';

const icons = {
  first: 'M4 3v10M12 3 6.5 8 12 13',
  back: 'M10.5 3 5 8l5.5 5',
  forward: 'M5.5 3 11 8l-5.5 5',
  last: 'M12 3v10M4 3l5.5 5L4 13',
  play: 'M5 3.2v9.6L12.5 8Z',
  link: 'M6.7 9.3 9.3 6.7M7 4.5l1.6-1.6a3.1 3.1 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.6 1.6a3.1 3.1 0 0 1-4.5-4.5L4.5 7',
  plus: 'M8 3v10M3 8h10',
  edit: 'M3 13l.7-3L10.8 3l2.2 2.2L6 12.3Z',
  text: 'M3 4h10M3 8h10M3 12h6',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8ZM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  theme: 'M8 2.2a5.8 5.8 0 1 0 0 11.6V2.2Z M8 2.2a5.8 5.8 0 0 1 0 11.6',
  help: 'M5.6 5.8a2.4 2.4 0 1 1 3.6 2.1C8.3 8.4 8 8.9 8 9.8M8 12.6v.1',
  close: 'M4 4l8 8M12 4l-8 8',
};

/** The signs on buttons, made of lines so that they do not depend on fonts. */
export function Icon({ name }: { name: keyof typeof icons }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
