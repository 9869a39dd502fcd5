// SPDX-License-Identifier: MIT
import { messages, say } from '../messages';
import { Icon } from './Icon';
import './messages.css';

export function Messages() {
  const all = Object.entries(messages.value);
  return (
    <div class="messages" aria-live="polite">
      {all.map(([matter, { text, share, action, closes }]) => (
        <div key={matter} class="messages-one" data-matter={matter}>
          <p>{text}</p>
          {share !== undefined && (
            <progress class="messages-progress" max={1} value={share} aria-label={text} />
          )}
          {action && (
            <button type="button" onClick={action.act}>
              {action.title}
            </button>
          )}
          {closes && (
            <button
              type="button"
              class="quiet messages-close"
              aria-label="Close"
              onClick={() => say(matter, null)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
