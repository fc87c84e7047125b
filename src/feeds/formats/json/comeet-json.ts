import { jsonAdapter } from '../mapped.ts';
import { addressSign, jsonMarkers } from '../format-markers.ts';

export const comeetJson = jsonAdapter({
  name: 'comeet-json',
  about: 'Comeet careers API',
  detect: (head) =>
    jsonMarkers(head, [
      '[].uid|positions[].uid',
      '[].url_active_page|[].url_comeet_hosted_page|positions[].url_active_page|[].time_updated',
    ]) ?? addressSign(head, /comeet\.co(m)?\/careers-api/),
  rows: ['', 'positions'],
  mapping: {
    identifier: 'uid',
    requisition: 'internal_use_custom_id',
    title: 'name',
    sections: [{ each: 'details', headingAt: 'name', body: 'value' }],
    url: ['url_active_page', 'url_comeet_hosted_page', 'position_url'],
    applyUrl: ['url_recruit_hosted_page', 'url_comeet_hosted_page'],
    employmentType: 'employment_type',
    company: { name: 'company_name' },
    place: {
      text: 'location/name',
      street: 'location/street_name',
      city: 'location/city',
      region: 'location/state',
      postalCode: 'location/postal_code',
      country: 'location/country',
    },
    workplace: 'workplace_type',
    remote: 'location/is_remote',
    experienceRequirements: 'experience_level',
    occupationalCategory: 'department',
    hidden: 'is_internal',
    contact: { email: 'email' },
  },
});
