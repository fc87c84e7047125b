import { getDomain } from 'tldts';

/** Whether a registrable domain serves many employers: the applications, adverts or pages there are of others. */
export function isSharedSite(domain: string): boolean {
  return takesApplications(domain) || pages.has(domain);
}

/** Whether employers have their applications taken at a domain that is not theirs: an applicant system, a board, a network that counts clicks. */
export function takesApplications(address: string): boolean {
  const domain = getDomain(address);
  return domain !== null && (systems.has(domain) || boards.has(domain));
}

const systems = new Set(
  (
    'greenhouse.io lever.co ashbyhq.com workable.com smartrecruiters.com recruitee.com breezy.hr personio.de personio.com teamtailor.com ' +
    'pinpointhq.com rippling.com bamboohr.com jobvite.com applytojob.com icims.com myworkdayjobs.com myworkdaysite.com taleo.net ' +
    'oraclecloud.com successfactors.com successfactors.eu sapsf.com eightfold.ai governmentjobs.com schooljobs.com peopleadmin.com ' +
    'pageuppeople.com tal.net usajobs.gov brassring.com avature.net phenompeople.com csod.com cornerstoneondemand.com silkroad.com ' +
    'ultipro.com ukg.com adp.com paylocity.com paycomonline.net dayforcehcm.com paycor.com isolvedhire.com clearcompany.com hirebridge.com ' +
    'applicantpro.com applicantstack.com gr8people.com interfolio.com academicjobsonline.org hiretouch.com zohorecruit.com freshteam.com ' +
    'bullhornstaffing.com loxo.co comeet.com comeet.co talentview.io jobylon.com softgarden.io rexx-systems.com umantis.com d-vinci.de ' +
    'join.com factorialhr.com flatchr.io talent-soft.com beetween.com digitalrecruiters.com cvwarehouse.com traffit.com emply.com ' +
    'reachmee.com varbi.com hr-manager.net webcruiter.no easycruit.com jobscore.com recruiterflow.com dover.com gem.com wellfound.com ' +
    'joinhandshake.com symplicity.com 12twenty.com'
  ).split(' '),
);

const boards = new Set(
  (
    'linkedin.com indeed.com glassdoor.com ziprecruiter.com monster.com careerbuilder.com dice.com simplyhired.com snagajob.com idealist.org ' +
    'higheredjobs.com stepstone.de xing.com apec.fr hellowork.com francetravail.fr francetravail.org welcometothejungle.com reed.co.uk ' +
    'totaljobs.com jobs.ac.uk seek.com.au himalayas.app remotive.com remoteok.com arbeitnow.com jobicy.com weworkremotely.com ' +
    'workingnomads.com themuse.com adzuna.com jooble.org talent.com jobrapido.com appcast.io clickcast.cloud recruitics.com talroo.com ' +
    'joveo.com jobg8.com jobtarget.com vonq.io vonq.com'
  ).split(' '),
);

/** Where employers keep a page rather than a site. */
const pages = new Set('facebook.com twitter.com x.com instagram.com google.com wikipedia.org'.split(' '));
