import { foldCharacters, foldText } from '../../core/text.ts';

/** Whether a status says that the row is not to be shown. */
export function isWithdrawn(status: string): boolean {
  return status.length > 3 && status.length <= 60 && withdrawn.test(foldText(status));
}

const ended = String.raw`closed|filled|cancell?ed|expired|withdrawn|no longer (?:available|open|active|accepting applications)`;
const abroad = String.raw`geschlossen|besetzt|vergeben|abgelaufen|pourvue?|expiree?|cerrad[oa]|cubiert[oa]|vervuld|gesloten|encerrad[oa]|preenchid[oa]|chius[oa]`;
const job = '(?:job|position|posting|vacancy|role|opening|search)';
const end = String.raw`(?:${job} )?(?:(?:is|was|has been) )?(?:now )?(?:${ended})|(?:stelle |poste )?(?:${abroad})`;
const withdrawn = new RegExp(
  String.raw`^(?:${end}|inactive|not active|deactivated|disabled|deleted?|removed?|unpublished|not published|archived|draft|paused|on hold|suspended|hidden|internal(?: only)?|unlisted|trash(?:ed)?|(?:pending|awaiting) (?:approval|review)|applications closed|inaktiv|geloscht|archiviert|entwurf|fermee?|close?s?|archivee?|supprimee?|brouillon|vencid[oa]|caducad[oa]|inactiv[oa]|archivad[oa]|borrador|verlopen|scadut[oa])$`,
);

/** What of title or text says that the job is over: a mark of its own in the title, or the first sentence of the text. */
export function closedBy(title = '', description = ''): string | undefined {
  if (parted.test(title) && inTitle.test(foldCharacters(title))) return `its title is "${title.trim()}"`;
  const opening = description.slice(0, 600);
  if (!mayOpen.test(opening) || !hint.test(opening)) return undefined;
  const words = opening
    .replace(/&nbsp;|&#160;|<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const said = inText.exec(words)?.[1];
  return said === undefined ? undefined : `its text begins with "${said}"`;
}

/** A mark in a title is in brackets or behind a sign. */
const parted = /[[({*:|!–—-]/;
/** How few texts begin. */
const gap = '(?:<[^<>]*>|&nbsp;|&#160;|[^a-z<&])';
const mayOpen = new RegExp(
  `^${gap}*(?:please|note|notice|update|(?:this|the)${gap}+${job}|applications|we${gap}+are)\\b`,
  'i',
);
const hint = /closed|filled|expired|no longer/i;
const inTitle = new RegExp(
  String.raw`^\W*[[({*]\s*(?:${end})\s*[\])}*]|[[({*]\s*(?:${end})\s*[\])}*]+\s*$|^\s*(?:${end})(?:\s*[:|]|!+|\s+[-–—])\s+\S|\S\s*(?:\s[-–—]|[|])\s*(?:${end})\W*$`,
);
const inText = new RegExp(
  String.raw`^(?:\W|(?:please )?note:?|notice:|update:)*((?:this|the) ${job} (?:is|was|has)(?: now| been)* (?:${ended})|applications (?:for this ${job} )?(?:are|have)(?: now| been)* closed|we are no longer accepting applications(?: for this ${job})?)\s*(?:[.!<]|$)`,
  'i',
);
