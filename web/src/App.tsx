// SPDX-License-Identifier: MIT
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { effect } from '@preact/signals';
import { address } from './address';
import { silent } from './backend/backend';
import { home } from './home';
import { pageLink } from './link';
import { Puzzles } from './pages/Puzzles';
import { StatisticsPage } from './pages/StatisticsPage';
import { Play } from './play/Play';
import { playHref } from './play/session';
import { RulesCard, showRules } from './rules/RulesCard';
import { stored } from './stored';
import { Icon } from './ui/Icon';
import { Messages } from './ui/Messages';
import { Notice } from './ui/Notice';
import './app.css';

type Theme = 'auto' | 'light' | 'dark';
const nextTheme: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };
const theme = stored<Theme>('theme', 'auto', (value): value is Theme => String(value) in nextTheme);
effect(() => {
  document.documentElement.dataset.theme = theme.value;
  // What the browser paints around the page is paper too.
  const paper = getComputedStyle(document.body).backgroundColor;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
});

const pages: Record<string, [title: string, page: ComponentType]> = {
  '': ['Play', Play],
  puzzles: ['Puzzles', Puzzles],
  statistics: ['Statistics', StatisticsPage],
};

/** The page, and below it what its children are. */
export function App({ children }: { children?: ComponentChildren }) {
  const { path } = address.value;
  return (
    <>
      <header class="app-top">
        <a class="app-brand" href={home} aria-label="Quixo, new game">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect x="2" y="2" width="28" height="28" rx="6" />
            <path d="M10.5 10.5l11 11M21.5 10.5l-11 11" />
          </svg>
          <span class="app-name">Quixo</span>
        </a>
        <nav class="app-nav" aria-label="Pages">
          {Object.entries(pages).map(([to, [title]]) => (
            <a
              key={to}
              href={to === '' ? playHref.value : pageLink(to)}
              aria-current={to === path ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="quiet app-button"
          aria-label="Rules and help"
          title="Rules and help (?)"
          aria-keyshortcuts="?"
          onClick={showRules}
        >
          <Icon name="help" />
        </button>
        <button
          type="button"
          class="quiet app-button"
          aria-label={`Colours: ${theme.value}`}
          title={`Colours: ${theme.value}`}
          onClick={() => (theme.value = nextTheme[theme.value])}
        >
          <Icon name="theme" />
        </button>
      </header>
      {silent.value && (
        <p class="app-banner" role="alert">
          The server does not answer. Your game is safe in the address bar; this page goes on as soon as the
          server is back.
        </p>
      )}
      <Messages />
      <main class="app-main">
        <Page path={path} />
      </main>
      {children}
      <RulesCard />
    </>
  );
}

function Page({ path }: { path: string }) {
  const entry = Object.hasOwn(pages, path) ? pages[path] : undefined;
  useEffect(() => void (document.title = entry ? `${entry[0]} · Quixo` : 'Quixo'), [entry]);
  if (!entry) return <Notice title="There is no such page" message={`Nothing is kept at /${path}.`} />;
  const Contents = entry[1];
  return <Contents />;
}
