import type { Adapter, Detection, DocumentContext, DocumentHead } from '../../adapter.ts';
import { loadPage, tooDeep } from '../../detect/html-page.ts';
import { isErrorPage } from '../error-page.ts';
import { readJobPosting } from './job-posting.ts';
import { jsonldPostings, unreadablePostings } from './jsonld.ts';
import { markedPostings } from '../markup.ts';
import { resolved } from '../format-pages.ts';
import { listed, refused } from '../format-reading.ts';

/** Pages with schema.org JobPosting as JSON-LD, microdata or RDFa, and such JSON-LD by itself. */
export const htmlJsonld: Adapter = {
  name: 'html-jsonld',
  about: 'Pages with schema.org JobPosting (JSON-LD, microdata, RDFa)',
  detect,
  reads: {
    kind: 'code',
    also: {
      identifier: 'identifier, identifier/value',
      title: 'title, name',
      description: 'description',
      url: 'url, mainEntityOfPage, the canonical address of the page',
      datePosted: 'datePosted',
      validThrough: 'validThrough',
      jobStartDate: 'jobStartDate',
      employmentType: 'employmentType',
      company: 'hiringOrganization (also by @id), its sameAs, address, description',
      jobLocation: 'jobLocation: Place, PostalAddress, or text',
      workplace: 'jobLocationType',
      applicantLocationRequirements: 'applicantLocationRequirements',
      baseSalary: 'baseSalary (MonetaryAmount, PriceSpecification, number, text), salaryCurrency',
      qualifications: 'qualifications',
      educationRequirements: 'educationRequirements, credentialCategory',
      experienceRequirements: 'experienceRequirements, monthsOfExperience',
      skills: 'skills',
      responsibilities: 'responsibilities',
      benefits: 'jobBenefits, incentiveCompensation',
      industry: 'industry',
      occupationalCategory: 'occupationalCategory',
      totalJobOpenings: 'totalJobOpenings',
      workHours: 'workHours',
      contact: 'applicationContact',
      language: 'inLanguage',
    },
  },
  cut: { kind: 'document' },
  parse: (item, document) => postingsOf(item.text, document),
  emptyNote: 'no job markup (schema.org JobPosting) in the page',
};

/** The postings that a page's markup holds; none is a result, not a fault. */
export function postingsOf(text: string, document: DocumentContext): ReturnType<Adapter['parse']> {
  if (/^\s*[[{]/.test(text))
    return jsonldPostings([text]).map((posting) => listed(readJobPosting(posting, document)));
  const $ = loadPage(text);
  if ($ === undefined) return [refused(tooDeep)];
  const blocks = $('script')
    .toArray()
    .filter((script) => /ld\+json/i.test($(script).attr('type') ?? ''))
    .map((script) => $(script).text());
  const fromBlocks = jsonldPostings(blocks);
  const postings = fromBlocks.length > 0 ? fromBlocks : markedPostings($);
  const canonical = resolved($('link[rel=canonical]').attr('href'), document.url);
  // A page that is a file has no address.
  const address = /^https?:/i.test(document.url ?? '') ? document.url : undefined;
  const url = postings.length === 1 ? (canonical ?? address) : address;
  return [
    ...postings.map((posting) => listed(readJobPosting(posting, { url }))),
    ...unreadablePostings(blocks).map(() => refused('a block of a JobPosting that is no JSON')),
  ];
}

function detect(head: DocumentHead): Detection | undefined {
  const hasPosting = /JobPosting/.test(head.text);
  if (head.kind === 'json') {
    return hasPosting && /"@type"/.test(head.text) && /"@(context|graph)"/.test(head.text)
      ? { confidence: 0.6, why: 'JSON-LD with a JobPosting' }
      : undefined;
  }
  if (head.kind !== 'html') return undefined;
  if (hasPosting) return { confidence: 0.9, why: 'a page with JobPosting markup' };
  return isErrorPage(head.text) ? undefined : { confidence: 0.2, why: 'a page; markup may follow' };
}
