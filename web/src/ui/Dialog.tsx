// SPDX-License-Identifier: MIT
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon';
import './dialog.css';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** The browser's own modal dialog: Escape, focus and screen readers work as people expect. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current!.showModal();
    // The focus may be on a button further down; reading begins above.
    dialog.current!.scrollTop = 0;
  }, []);
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div class="dialog-body">
        <header class="dialog-header">
          <h2>{title}</h2>
          <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current!.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
