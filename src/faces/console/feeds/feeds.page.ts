import { html } from 'hono/html';
import { mayDo } from '../../../platform/accounts/permissions.ts';
import { type Frame, operationsPage } from '../../web/html/html-layout.ts';
import { empty, morePages } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { pluralHtml, type Html } from '../../web/html/format-text.ts';
import { feedColumns, type FeedHealth } from './feed-health.ts';

/** All feeds, those in trouble first. */
export type FeedList = {
  readonly words: string;
  readonly total: number;
  readonly inTrouble: number;
  readonly feeds: readonly FeedLine[];
  readonly next?: string;
};

export type FeedLine = FeedHealth & { readonly adapter: string; readonly every: string };

export function feedsPage(frame: Frame, view: FeedList): Html {
  const { total, inTrouble, words } = view;
  return operationsPage(frame, {
    title: 'Feeds',
    section: 'Feeds',
    heading: pluralHtml(total, 'feed'),
    lead:
      inTrouble === 0
        ? 'Each was read as planned.'
        : `${pluralHtml(inTrouble, 'feed')} in trouble, first in the list.`,
    actions: mayDo(frame.actor, 'operate')
      ? html`<div class="row"><a class="button primary" href="/feeds/add">Add a feed</a><a class="button" href="/feeds/import">Add a list</a></div>`
      : undefined,
    content: html`<form class="row" method="get" action="/feeds" role="search"><label for="q" class="vh">Name or address</label><input id="q" name="q" type="search" value="${words}" placeholder="name or address"><button>Search</button></form>
<div class="band">${view.feeds.length === 0 ? nothing(words) : list(frame, view)}</div>`,
  });
}

function nothing(words: string): Html {
  return words === ''
    ? empty('No feeds yet', 'Add one and see its jobs before anything is kept.')
    : empty(`No feed found for “${words}”`, 'Look by its name, or by a part of its address.', {
        href: '/feeds',
        label: 'Show all feeds',
      });
}

function list(frame: Frame, { feeds, next }: FeedList): Html {
  return html`${table({
    caption: 'Feeds',
    narrow: 'pairs',
    rows: feeds,
    columns: feedColumns<FeedLine>(frame, [
      { label: 'Format', cell: ({ adapter }) => adapter },
      { label: 'Read', cell: ({ every }) => html`<span class="nowrap">${every}</span>` },
    ]),
  })}${morePages(next, 'Next feeds')}`;
}
