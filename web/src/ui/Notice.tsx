// SPDX-License-Identifier: MIT
import { home } from '../home';
import './notice.css';

/** Instead of a page that cannot be shown: why, and the way on. */
export function Notice({ title, message }: { title: string; message: string }) {
  return (
    <section class="card notice" role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
      <p>
        <a class="button primary" href={home}>
          Start a new game
        </a>
      </p>
    </section>
  );
}

export const WrongLink = ({ message }: { message: string }) => (
  <Notice title="This link cannot be opened" message={message} />
);
