import { html } from 'hono/html';
import { answer, type Answers } from '../../../submissions/answers.ts';
import type { SchoolStanding, Standing } from '../../../submissions/standing-store.ts';
import { csrfField } from '../../html/layout.ts';
import { notice } from '../../html/pieces.ts';
import { icon, type Shape } from '../../html/status.ts';
import type { Html } from '../../html/words.ts';
import { dayWords, type FormFrame, formPage } from '../frame.ts';
import { schoolTitle } from '../visit.ts';

export type Managed = {
  readonly action: string;
  readonly answers: Answers;
  readonly sentAt: Date;
  readonly standing: Standing;
  readonly closed: boolean;
  /** What was just done, to be said on top. */
  readonly done?: { readonly title: string; readonly text: string };
};

/** A job's own page: where it stands at each school, and what its employer can do. */
export function managePage(frame: FormFrame, job: Managed): Html {
  const { answers, standing, sentAt, done, closed } = job;
  const until = answer(answers, 'until');
  return formPage(frame, {
    title: answer(answers, 'job_title'),
    content: html`${done === undefined ? '' : notice('ok', done.title, html`<p>${done.text}</p>`)}
      <h1 class="band">${answer(answers, 'job_title')}</h1>
      <p>
        ${answer(answers, 'empname')}. Sent ${dayWords(sentAt.toISOString())}.
        ${closed ? 'Closed.' : `Shown until ${dayWords(until)}.`}
      </p>
      ${standing.change === undefined ? '' : notice('held', 'A change is needed', html`<p>“${standing.change.note}”</p>`)}
      <h2>Where it stands</h2>
      ${table(standing)}
      <h2 id="extend">What you can do</h2>
      ${acts(frame, job)}
      <p class="band soft">
        Changing the e-mail address, the apply link, the employer or the pay sends the job to review again. Keep this
        page’s link: it works for 30 days after each visit.
      </p>`,
  });
}

function acts({ csrf }: FormFrame, { action, closed }: Managed): Html {
  if (closed)
    return html`<form method="post" action="${action}">
      ${csrfField(csrf)}
      <div class="row"><button name="do" value="copy">Copy to a new job</button></div>
    </form>`;
  return html`<form method="post" action="${action}">
    ${csrfField(csrf)}
    <div class="row">
      <button name="do" value="change">Change the job</button
      ><button name="do" value="extend">Show 30 days longer</button
      ><button name="do" value="copy">Copy to a new job</button>
    </div>
    <div class="row band">
      <button name="do" value="close">Close the job</button
      ><span class="soft">Every school is asked to take it down at once.</span>
    </div>
  </form>`;
}

function table({ schools }: Standing): Html {
  return html`<table role="table">
    <caption class="vh">
      State at each school
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col">School</th>
        <th role="columnheader" scope="col">State</th>
        <th role="columnheader" scope="col">What it means</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${schools.map((standing) => {
        const { shape, word, meaning } = words(standing);
        return html`<tr role="row">
          <th role="rowheader" scope="row">${schoolTitle(standing.school)}</th>
          <td role="cell" data-label="State"><span class="status ${shape}">${icon(shape)}${word}</span></td>
          <td role="cell" data-label="What it means">${meaning}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function words({ state, at, note }: SchoolStanding): { shape: Shape; word: string; meaning: string } {
  const day = at === undefined ? '' : `, ${dayWords(at.toISOString())}`;
  switch (state) {
    case 'accepted':
      return {
        shape: 'ok',
        word: 'Accepted',
        meaning: `Accepted by the school’s system${day}. It shows jobs in its own time.`,
      };
    case 'review':
      return { shape: 'wait', word: 'In review', meaning: 'Most are decided in 1 to 2 working days.' };
    case 'waiting':
      return {
        shape: 'wait',
        word: 'On its way',
        meaning: 'Approved; it is being sent to the school’s system.',
      };
    case 'change':
      return {
        shape: 'held',
        word: 'Change needed',
        meaning: note === undefined ? 'Staff ask for a change.' : `“${note}”`,
      };
    case 'refused':
      return {
        shape: 'none',
        word: 'Not accepted',
        meaning: note === undefined ? 'The school does not take it.' : `“${note}”`,
      };
    case 'closed':
      return { shape: 'none', word: 'Closed', meaning: `Taken down, or being taken down${day}.` };
  }
}
