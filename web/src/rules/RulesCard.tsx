// SPDX-License-Identifier: MIT
//
// The rules in twenty seconds, what the colours and signs mean, and the keys. It greets whoever comes to the page
// for the first time, unless by a link to a game or a puzzle, which was sent to be looked at.
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { address } from '../address';
import { rules as playedRules } from '../play/session';
import { pressedShortcut } from '../shortcuts';
import { stored } from '../stored';
import { Dialog } from '../ui/Dialog';
import { Legend } from './Legend';
import { Push, Take, Win } from './pictures';
import { rulesSteps } from './words';
import './rules-card.css';

const isKnown = stored('rules-known', false, (value): value is boolean => typeof value === 'boolean');

const { path, parameters } = address.peek();
const isGreeting = signal(!isKnown.peek() && path === '' && parameters === '');
const isOpen = signal(isGreeting.peek());

export function showRules(): void {
  isOpen.value = true;
}

/** The card while it is open; the key ? opens it on every page. */
export function RulesCard() {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressedShortcut(event) !== 'help') return;
      event.preventDefault();
      showRules();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen.value) return null;

  const rules = playedRules.value;
  const steps = rulesSteps(rules);
  const close = () => {
    isOpen.value = false;
    isGreeting.value = false;
    isKnown.value = true;
  };
  return (
    <Dialog title="How to play Quixo" onClose={close}>
      <ol class="rules-card-steps">
        {[Take, Push, Win].map((Picture, index) => (
          <li key={index}>
            <Picture rules={rules} />
            <div>
              <h3>{steps[index]!.title}</h3>
              <p>{steps[index]!.text}</p>
            </div>
          </li>
        ))}
      </ol>
      {isGreeting.value ? (
        <footer class="actions">
          <span class="faint rules-card-later">Press ? to see this again.</span>
          <button
            type="button"
            class="primary"
            autofocus
            onClick={(event) => event.currentTarget.closest('dialog')!.close()}
          >
            Let’s play
          </button>
        </footer>
      ) : (
        <Legend />
      )}
    </Dialog>
  );
}
