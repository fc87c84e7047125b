import { html } from 'hono/html';
import type { Answers } from '../../../submissions/submission-answers.ts';
import type { SchoolTitles } from '../../../submissions/schools.ts';
import type { SchoolJobState } from '../../../submissions/school-state.ts';
import { facts } from '../../web/html/pieces.ts';
import type { Html } from '../../web/html/format-text.ts';
import { dayAt, type FormFrame, formPage, plainPage, postForm } from '../frame.ts';
import { parts } from './check.step.ts';

/** A mail that was written to somebody, without its words. */
export type SentMail = { readonly subject: string; readonly to: string; readonly at: Date };

export type Kept = {
  readonly action: string;
  readonly answers: Answers;
  readonly mails: readonly SentMail[];
  readonly schools: readonly SchoolJobState[];
  readonly titles: SchoolTitles;
  /** What the address saved for its new jobs. */
  readonly profile: Answers | undefined;
};

/** What is kept about a job and its writer, to be read, taken along, and deleted. */
export function dataPage(frame: FormFrame, kept: Kept): Html {
  const { action, answers, mails, schools, titles, profile = {} } = kept;
  const { words } = frame;
  const { data } = words.pages;
  const ofProfile = parts(profile, words, titles).flatMap(({ items }) =>
    items.filter(({ step }) => step === 'employer'),
  );
  return formPage(frame, {
    title: data.title,
    back: action,
    content: html`<h1>${data.title}</h1>
      <p>${data.lead}</p>
      <h2>${data.answers}</h2>
      ${parts(answers, words, titles).map(({ title, items }) => html`<h3 class="sub">${title}</h3>${facts(items.map(({ term, value }) => ({ term, value })))}`)}
      ${ofProfile.length === 0 ? '' : html`<h3 class="sub">${words.pages.profile.title}</h3>${facts(ofProfile.map(({ term, value }) => ({ term, value })))}`}
      <h2>${words.pages.manage.caption}</h2>
      ${schools.length === 0 ? html`<p>${data.none}</p>` : facts(schools.map(({ school, state }) => ({ term: titles(school), value: words.states.names[state] })))}
      <h2>${data.mails}</h2>
      ${mails.length === 0 ? html`<p>${data.none}</p>` : html`<ul>${mails.map(({ subject, to, at }) => html`<li>${subject} <span class="soft">${to}, ${dayAt(frame, at)}</span></li>`)}</ul>`}
      <h2>${data.kept}</h2>
      <p>${data.keptText}</p>
      <p><a href="${action}/data.json" download>${data.download}</a></p>
      <h2>${data.erase}</h2>
      <p>${data.eraseText}</p>
      ${postForm(frame, { action: `${action}/data`, button: data.eraseButton, danger: true, beside: html`<a href="${action}">${data.back}</a>` })}`,
  });
}

export function erasedPage(frame: FormFrame): Html {
  const { data, spent } = frame.words.pages;
  return plainPage(frame, {
    title: data.erased,
    lead: data.erasedText,
    under: html`<p class="band"><a href="/post">${spent.post}</a></p>`,
  });
}
