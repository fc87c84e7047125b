import { html } from 'hono/html';
import type { FeedQuality } from '../../../listings/quality.ts';
import { section } from '../../web/html/pieces.ts';
import { table } from '../../web/html/html-table.ts';
import { count, pluralHtml, type Html, percent } from '../../web/html/format-text.ts';

/** A feed's quality: its points, and what its jobs lack with the way to fix it, most points first. */
export function qualityHintsSection(quality: FeedQuality): Html {
  const { listings, lacking } = quality;
  const nothing = listings === 0 ? 'No job is live, so there is nothing to judge.' : 'Nothing is missing.';
  const points = `${count(quality.quality)} of 100 points, judged by ${pluralHtml(listings, 'newest job', 'newest jobs')}`;
  return section(
    'mend',
    'Fix these first',
    lacking.length === 0 ? html`<p>${nothing}</p>` : mendTable(quality),
    listings === 0 ? '' : points,
  );
}

function mendTable({ listings, lacking }: FeedQuality): Html {
  return table({
    caption: 'What jobs lack, most points first',
    rows: lacking,
    columns: [
      { label: 'Jobs have', cell: ({ what }) => what },
      {
        label: 'How many',
        num: true,
        cell: (row) => `${count(row.listings)}, ${percent(row.listings / listings)}`,
      },
      { label: 'How to fix it', cell: ({ fix }) => fix },
      { label: 'Points gained', num: true, cell: ({ gain }) => gain.toFixed(1) },
    ],
  });
}
