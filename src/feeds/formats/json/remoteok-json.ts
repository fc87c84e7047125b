import type { Adapter } from '../../adapter.ts';
import { alwaysRemote, jsonAdapter } from '../mapped.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

const rows = jsonAdapter({
  name: 'remoteok-json',
  about: 'Remote OK API',
  detect: (head) =>
    jsonMarkers(head, ['[].legal']) ??
    jsonMarkers(head, ['[].position', '[].epoch|[].slug', '[].tags'], 0.85) ??
    addressSign(head, /remoteok\.(com|io)\/api/),
  rows: [''],
  mapping: {
    identifier: ['id', 'slug'],
    title: ['position', 'title'],
    description: 'description',
    url: 'url',
    applyUrl: 'apply_url',
    datePosted: ['date', 'epoch'],
    company: { name: 'company' },
    places: 'location',
    pay: { min: 'salary_min', max: 'salary_max' },
    sections: [{ heading: 'Tags', body: 'tags' }],
  },
  ...alwaysRemote,
});

/** Remote OK: the first element is a legal notice and no row; attribution with a link is asked for. */
export const remoteokJson: Adapter = {
  ...rows,
  parse: (item, document) =>
    /^\s*\{\s*("last_updated"\s*:\s*\d+\s*,\s*)?"legal"/.test(item.text) ? [] : rows.parse(item, document),
};
