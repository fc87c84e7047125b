/** Whether mail to this domain is read by anybody and kept for minutes. The best known; the rest is for review. */
export function isThrowaway(mailDomain: string): boolean {
  const parts = mailDomain.toLowerCase().split('.');
  return parts.some((_, at) => known.has(parts.slice(at).join('.')));
}

const known = new Set(
  (
    '10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net burnermail.io byom.de discard.email discardmail.com ' +
    'dispostable.com dropmail.me emailondeck.com fakeinbox.com fakemail.net getairmail.com getnada.com grr.la guerrillamail.biz ' +
    'guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com harakirimail.com ' +
    'inboxbear.com inboxkitten.com incognitomail.org jetable.org mail-temp.com mail.tm mailcatch.com maildrop.cc mailexpire.com ' +
    'mailinator.com mailinator.net mailinator2.com mailnesia.com mailnull.com mailpoof.com mailsac.com mailtemp.net minutemail.com ' +
    'mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com nada.email nowmymail.com pokemail.net sharklasers.com ' +
    'spam4.me spambog.com spambox.us spamgourmet.com spamex.com tempail.com temp-mail.io temp-mail.org tempinbox.com tempmail.dev ' +
    'tempmail.net tempmailo.com tempr.email throwawaymail.com throwam.com trash-mail.com trashmail.com trashmail.de trashmail.net ' +
    'tmpmail.net tmpmail.org wegwerfemail.de wegwerfmail.de yopmail.com yopmail.fr yopmail.net'
  ).split(' '),
);
